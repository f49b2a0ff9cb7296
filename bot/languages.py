"""The five languages: their codes, Discord's locales and flags for them, and which one an answer takes."""

from __future__ import annotations

import re
from dataclasses import dataclass

ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Language:
    """A language that rulings and the bot's own sentences exist in.

    Attributes:
        code: the project's code, a BCP 47 tag.
        native_name: what its speakers call it; always shown beside a flag, since flags are not languages.
        flag: the flag that the bot itself puts under an answer.
        flags: every flag that asks for it.
        locales: Discord's locale codes that it serves.
        fallback: the languages to try, in order, where it has no text.
    """

    code: str
    native_name: str
    flag: str
    flags: tuple[str, ...]
    locales: tuple[str, ...]
    fallback: tuple[str, ...]


LANGUAGES: tuple[Language, ...] = (
    Language("en", "English", "🇬🇧", ("🇬🇧", "🇺🇸"), ("en-US", "en-GB"), ()),
    Language("zh-CN", "简体中文", "🇨🇳", ("🇨🇳", "🇸🇬"), ("zh-CN", "zh-TW"), ("en",)),
    Language("ko", "한국어", "🇰🇷", ("🇰🇷",), ("ko",), ("en",)),
    Language("pt-BR", "Português (Brasil)", "🇧🇷", ("🇧🇷", "🇵🇹"), ("pt-BR",), ("en",)),
    # 🇪🇦 (Ceuta and Melilla) is drawn like 🇪🇸 and is picked by mistake.
    Language("es", "Español", "🇪🇸", ("🇪🇸", "🇲🇽", "🇦🇷", "🇪🇦"), ("es-ES", "es-419"), ("en",)),
)

BY_CODE = {language.code: language for language in LANGUAGES}
CODES = tuple(BY_CODE)
BY_FLAG = {flag: language for language in LANGUAGES for flag in language.flags}
BY_LOCALE = {locale: language for language in LANGUAGES for locale in language.locales}


def from_locale(locale: str | None) -> str | None:
    """The code for a Discord locale (`discord.Locale.value`), or None when we do not speak it."""
    language = BY_LOCALE.get(locale or "")
    return language.code if language else None


def choose(
    *,
    private: bool,
    option: str | None = None,
    user: str | None = None,
    channel: str | None = None,
    guild: str | None = None,
    user_locale: str | None = None,
    guild_locale: str | None = None,
) -> str:
    """The language of an answer.

    In public the table decides: option, channel, server, server's locale, English. In private the reader does:
    option, own preference, client's locale, English.

    Args:
        private: only the asker sees the answer (an ephemeral reply or a direct message).
        option: what the asker chose for this one answer.
        user: the asker's stored preference.
        channel: the channel's stored preference.
        guild: the server's stored preference.
        user_locale: the Discord locale of the asker's client.
        guild_locale: the Discord locale of the server.
    """
    if private:
        wishes = [option, user, from_locale(user_locale)]
    else:
        wishes = [option, channel, guild, from_locale(guild_locale)]
    return next((wish for wish in wishes if wish), ENGLISH)


# Words that are frequent in one of the three Latin-script languages; a word of two of them decides nothing.
_FUNCTION_WORDS = {
    "en": "the is are can does do my i it if what how when a an of to they you and with for in on be",
    "pt-BR": "o os um uma eu se da do das dos na no nas não nao você voce pra pro com que meu minha meus minhas é dá "
    "posso quando em ele ela eles elas isso esse essa pode podes tem cima baixo metamorfose ao aos à pelo pela são "
    "está sem também depois qual quais quanto como por para preciso seu sua até já mais",
    "es": "el los la las un una yo si del en con que mi mis es no puedo puedes se cuando qué cómo como lo le hay y por "
    "para al puede tiene arriba abajo son está sin también después cuál cuáles cuánto ese esa este esta su sus hasta "
    "ya más pero porque dónde necesito",
}
_WORDS_OF = {code: frozenset(words.split()) for code, words in _FUNCTION_WORDS.items()}


def is_function_word(word: str) -> bool:
    """Whether a word, in small letters, is one of those that every sentence of a Latin-script language may hold."""
    return any(word in words for words in _WORDS_OF.values())


def guess(text: str) -> str:
    """The language that a question is written in, by its script, then by its function words.

    Mixed questions count as the language of their grammar: one Korean particle beside English terms is Korean.
    """
    if re.search(r"[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]", text):
        return "ko"
    if re.search(r"[\u3400-\u9fff]", text):
        return "zh-CN"
    if re.search("[¿¡ñÑ]", text):
        return "es"
    if re.search("[ãõçÃÕÇ]", text):
        return "pt-BR"
    words = re.findall(r"[^\W\d_]+", text.casefold())
    counts = {code: sum(word in known for word in words) for code, known in _WORDS_OF.items()}
    best = max(counts, key=lambda code: counts[code])
    return best if counts[best] else ENGLISH
