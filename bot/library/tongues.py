"""The languages that cards are printed in: more than the bot speaks."""

from __future__ import annotations

from types import MappingProxyType

from bot.languages import BY_CODE, CODES, ENGLISH

_OTHERS = MappingProxyType(
    {
        "zh-TW": "繁體中文",
        "de": "Deutsch",
        "fr": "Français",
        "it": "Italiano",
        "ja": "日本語",
        "ru": "Русский",
        "ar": "العربية",
        "grc": "Ἑλληνική",
        "he": "עברית",
        "la": "Latina",
        "sa": "संस्कृतम्",
        "qya": "Quenya",
        "x-phyrexian": "Phyrexian",
    }
)
_MTGJSON = MappingProxyType(
    {
        "English": "en",
        "Chinese Simplified": "zh-CN",
        "Korean": "ko",
        "Portuguese (Brazil)": "pt-BR",
        "Spanish": "es",
        "Chinese Traditional": "zh-TW",
        "German": "de",
        "French": "fr",
        "Italian": "it",
        "Japanese": "ja",
        "Russian": "ru",
        "Arabic": "ar",
        "Ancient Greek": "grc",
        "Hebrew": "he",
        "Latin": "la",
        "Sanskrit": "sa",
        "Quenya": "qya",
        "Phyrexian": "x-phyrexian",
    }
)
_SCRYFALL = MappingProxyType({"zhs": "zh-CN", "zht": "zh-TW", "pt": "pt-BR", "ph": "x-phyrexian"})


def from_mtgjson(name: str) -> str:
    """Our code for a language that MTGJSON names in English; one that we do not know keeps that name."""
    return _MTGJSON.get(name, name)


def from_scryfall(code: str) -> str:
    """Our code for a language code of Scryfall's; most are the same."""
    return _SCRYFALL.get(code, code)


def native_name(language: str) -> str:
    """What its speakers call a language."""
    known = BY_CODE.get(language)
    return known.native_name if known else _OTHERS.get(language, language)


def nearness(language: str, reader: str) -> int:
    """How near a language is to a reader, 0 the nearest: their own, English, another of ours, any other."""
    if language == reader:
        return 0
    if language == ENGLISH:
        return 1
    return 2 if language in CODES else 3
