"""The card library: imported cards and their rulings, found by any printed name.

`imports.import_files` makes the library's file from MTGJSON's or Scryfall's files. `Library` answers from it, whether
it is there or not, while it may be imported anew; `open.open_library` gives an `OpenLibrary` that asks it beside the
event loop. The questions:

    summary()                      where it comes from, its date and age, how much it holds
    suggest(typed, language)       the cards that may be meant, for an autocomplete
    find(named, language)          the card of a key or of a name, else “did you mean”
    called(name, language)         the cards that are called exactly so
    rulings(card)                  its rulings, the newest first, linked to topics of the corpus
    ranked(card, question)         the same, those that answer a question first
    mentions(question, language)   the cards that a question names

`facts.face(card)` is the card as the advisor of `bot.facedown` takes it.
"""

from bot.library.library import Library

__all__ = ["Library"]
