"""The five languages: Discord's locales and flags for them, which one an answer takes, which one a question has."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.languages import BY_CODE, BY_FLAG, BY_LOCALE, CODES, LANGUAGES, choose, from_locale, guess


def test_the_languages_with_the_names_that_their_speakers_use():
    assert {language.code: language.native_name for language in LANGUAGES} == {
        "en": "English",
        "zh-CN": "简体中文",
        "ko": "한국어",
        "pt-BR": "Português (Brasil)",
        "es": "Español",
    }
    assert CODES == ("en", "zh-CN", "ko", "pt-BR", "es")
    assert list(BY_CODE) == ["en", "zh-CN", "ko", "pt-BR", "es"]


def test_every_flag_asks_for_its_language():
    assert {flag: language.code for flag, language in BY_FLAG.items()} == {
        "🇺🇸": "en",
        "🇬🇧": "en",
        "🇨🇳": "zh-CN",
        "🇸🇬": "zh-CN",
        "🇰🇷": "ko",
        "🇧🇷": "pt-BR",
        "🇵🇹": "pt-BR",
        "🇪🇸": "es",
        "🇲🇽": "es",
        "🇦🇷": "es",
        "🇪🇦": "es",
    }


def test_the_bot_offers_one_flag_a_language_and_understands_it():
    assert [language.flag for language in LANGUAGES] == ["🇬🇧", "🇨🇳", "🇰🇷", "🇧🇷", "🇪🇸"]
    assert all(BY_FLAG[language.flag] is language for language in LANGUAGES)


LOCALES = {
    "en-US": "en",
    "en-GB": "en",
    "zh-CN": "zh-CN",
    "zh-TW": "zh-CN",
    "ko": "ko",
    "pt-BR": "pt-BR",
    "es-ES": "es",
    "es-419": "es",
}


def test_every_locale_of_discord_that_we_speak():
    assert {locale: language.code for locale, language in BY_LOCALE.items()} == LOCALES
    assert {locale: from_locale(locale) for locale in LOCALES} == LOCALES


@pytest.mark.parametrize("locale", ["fr", "de", "ja", "pt-PT", "en", "es", "zh", "EN-US", "", None])
def test_any_other_locale_is_none_of_ours(locale):
    assert from_locale(locale) is None


def test_every_language_falls_back_to_english():
    assert {language.code: language.fallback for language in LANGUAGES} == {
        "en": (),
        "zh-CN": ("en",),
        "ko": ("en",),
        "pt-BR": ("en",),
        "es": ("en",),
    }


WISHES = {
    "option": "es",
    "user": "ko",
    "channel": "pt-BR",
    "guild": "zh-CN",
    "user_locale": "zh-TW",
    "guild_locale": "es-419",
}


@pytest.mark.parametrize(
    ("private", "without", "expected"),
    [
        (False, "", "es"),
        (False, "option", "pt-BR"),
        (False, "option channel", "zh-CN"),
        (False, "option channel guild", "es"),
        (False, "option channel guild guild_locale", "en"),
        (True, "", "es"),
        (True, "option", "ko"),
        (True, "option user", "zh-CN"),
        (True, "option user user_locale", "en"),
    ],
)
def test_the_table_decides_in_public_and_the_reader_in_private(private, without, expected):
    wishes = {name: wish for name, wish in WISHES.items() if name not in without.split()}
    assert choose(private=private, **wishes) == expected


@pytest.mark.parametrize("private", [True, False])
def test_locales_that_we_do_not_speak_give_english(private):
    assert choose(private=private, user_locale="fr", guild_locale="ja") == "en"
    assert choose(private=private) == "en"


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("does flip up count as ETB", "en"),
        ("Can I look at my own face-down cards whenever I want?", "en"),
        ("manifest dread", "en"),
        ("", "en"),
        ("🃏", "en"),
        ("显化的时候翻到双面牌怎么办", "zh-CN"),
        ("能不能用stifle反击地的法术力异能", "zh-CN"),
        ("顯化", "zh-CN"),
        ("뒷면 카드 까면 ETB 터지나요", "ko"),
        ("Stifle로 manifest 막기", "ko"),
        ("ㅋㅋ", "ko"),
        ("se eu virar pra cima uma criatura virada ela desvira?", "pt-BR"),
        ("dá pra anular habilidade de mana com stifle?", "pt-BR"),
        ("equipar é habilidade ativada?", "pt-BR"),
        ("preciso manter a ordem das minhas criaturas viradas para baixo?", "pt-BR"),
        ("quantos reais para jogar sem deck", "pt-BR"),
        ("puedo mezclar mis cartas boca abajo para despistar al oponente?", "es"),
        ("¿El hechizo boca abajo tiene coste?", "es"),
        ("mi bicho boca abajo tiene nombre o color?", "es"),
        ("CÓMO FUNCIONA LA METAMORFOSIS", "es"),
        ("criatura manifestada sin habilidades", "es"),
        ("necesito saber hasta cuándo", "es"),
    ],
)
def test_a_question_is_in_the_language_of_its_script_else_of_its_grammar(question, language):
    assert guess(question) == language


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.text(st.characters(exclude_categories=()), max_size=60))
def test_any_text_has_one_of_the_languages(text):
    assert guess(text) in {"en", "zh-CN", "ko", "pt-BR", "es"}
