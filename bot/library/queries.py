"""What is asked of the library at one moment."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from bot.library.corrections import ruling_key
from bot.library.model import Card, Origin, Ruling, Summary
from bot.library.records import FaceRecord, NameRecord, Source

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from bot.library.corrections import Correction
    from bot.library.links import Links


def card(connection: sqlite3.Connection, key: str) -> Card | None:
    """The card of a key."""
    row = connection.execute("SELECT id, name, layout FROM cards WHERE key = ?", (key,)).fetchone()
    if row is None:
        return None
    card_id, name, layout = row
    faces = connection.execute(
        "SELECT number, name, type_line, mana_cost, text FROM faces WHERE card_id = ? ORDER BY number", (card_id,)
    )
    names = connection.execute(
        "SELECT language, face, name, type_line FROM names WHERE card_id = ? ORDER BY id", (card_id,)
    )
    return Card(
        key, name, layout, tuple(FaceRecord(*face) for face in faces), tuple(NameRecord(*name) for name in names)
    )


def rulings(
    connection: sqlite3.Connection, of: Card, links: Links, corrected: Callable[[str], Correction | None]
) -> list[Ruling]:
    """The rulings of a card as the host wants them shown, the newest first, in the order of the file within a day.

    Args:
        connection: the library.
        of: the card.
        links: the topics that they may belong to.
        corrected: the host's correction of a ruling on this card, by the ruling's key; None where there is none.
    """
    rows = connection.execute(
        "SELECT r.text, r.date, r.source FROM rulings r JOIN card_rulings ON r.id = ruling_id"
        " JOIN cards c ON c.id = card_id WHERE c.key = ? ORDER BY r.date DESC, r.id",
        (of.key,),
    )
    shown = []
    seen = set()
    for text, date, source in rows:
        key = ruling_key(text)
        if key in seen:  # the same words with other quotes, as on the other face
            continue
        seen.add(key)
        correction = corrected(key)
        if correction is not None and correction.text is None:
            continue
        words = correction.text if correction is not None and correction.text else text
        # The host's words are the host's alone, also when a topic has the same: its translations are of Wizards'.
        topic = links.topic_of(words) if correction is None else None
        shown.append(Ruling(key, words, datetime.date.fromisoformat(date), Source(source), topic, correction))
    return shown


def ruling_keys(connection: sqlite3.Connection, of: Card | None) -> frozenset[str]:
    """The keys of the rulings of a card, or of all that there are, as they were published."""
    if of is None:
        rows = connection.execute("SELECT text FROM rulings")
    else:
        rows = connection.execute(
            "SELECT text FROM rulings r JOIN card_rulings ON r.id = ruling_id JOIN cards c ON c.id = card_id"
            " WHERE c.key = ?",
            (of.key,),
        )
    return frozenset(ruling_key(text) for (text,) in rows)


def summary(connection: sqlite3.Connection) -> Summary | None:
    """What the library holds, None where nothing was imported yet."""
    origins = tuple(
        Origin(
            kind,
            file,
            datetime.date.fromisoformat(date) if date else None,
            datetime.datetime.fromtimestamp(imported_at, tz=datetime.UTC).date(),
        )
        for kind, file, date, imported_at in connection.execute(
            "SELECT kind, file, date, imported_at FROM sources ORDER BY id"
        )
    )
    if not origins:
        return None
    [(cards, all_rulings)] = connection.execute(
        "SELECT (SELECT count(*) FROM cards), (SELECT count(*) FROM rulings)"
    ).fetchall()
    names = connection.execute(
        "SELECT language, count(*) FROM names GROUP BY language ORDER BY count(*) DESC, language"
    )
    return Summary(origins, cards, dict(names.fetchall()), all_rulings)
