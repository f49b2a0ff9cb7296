"""Names and descriptions of commands in the languages of Discord's clients, out of the message catalogues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from discord import app_commands
from discord.app_commands import locale_str

from bot import messages
from bot.languages import ENGLISH, LANGUAGES, from_locale

if TYPE_CHECKING:
    from collections.abc import Callable

    import discord

_Command = TypeVar("_Command", bound="Callable[..., Any]")


def localised(key: str) -> locale_str:
    """The English text of a catalogue key, to be translated by its key.

    Args:
        key: a key of the catalogues, such as `command.ruling.name`.
    """
    return locale_str(messages.of(ENGLISH)(key), key=key)


def options(**keys: str) -> Callable[[_Command], _Command]:
    """Give the options of a command their names and descriptions.

    Args:
        keys: by parameter, the key of the catalogues under which `name` and `description` stand.
    """

    def decorate(command: _Command) -> _Command:
        named = app_commands.rename(**{option: localised(f"{key}.name") for option, key in keys.items()})
        described = app_commands.describe(**{option: localised(f"{key}.description") for option, key in keys.items()})
        return named(described(command))

    return decorate


class CatalogueTranslator(app_commands.Translator):
    """Looks a command's texts up in the catalogue of the client's language.

    Discord shows English for every locale that gets no text of its own, so locales that we do not speak get none.
    """

    async def translate(
        self, string: locale_str, locale: discord.Locale, _context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The text for a locale, None where we do not speak it or the text is in no catalogue."""
        language = from_locale(locale.value)
        key = string.extras.get("key")
        return messages.of(language)(key) if language and key else None


LANGUAGE_CHOICES = [app_commands.Choice(name=language.native_name, value=language.code) for language in LANGUAGES]
"""The languages for an option; native names need no translation."""
