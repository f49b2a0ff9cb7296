"""The host's configuration: one YAML file in which every key has a default. `config.example.yaml` documents them."""

from __future__ import annotations

import logging
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bot.errors import CannotStartError, sentence
from bot.paths import rulings_folder
from bot.yamlfields import Fields, Problems
from bot.yamltree import BrokenYamlError, Mapping, read

if TYPE_CHECKING:
    from bot.yamltree import Node, Problem

DEFAULT_FILE = Path("config.yaml")
"""Read when it is there and no other file is named."""

DATABASE = "facedown-judge.sqlite3"
LIBRARY = "facedown-judge-library.sqlite3"

IN_MEMORY = ":memory:"
"""As `database`: keep everything in memory and forget it at the end."""

LOG_LEVELS = ("debug", "info", "warning", "error")
MAX_SHARDS = 10_000
GAME_DAYS = 30
ANSWER_DAYS = 730
MAX_DAYS = 3650
MAX_PORT = 65_535
MAX_LIMIT = 100_000


class BrokenConfigError(CannotStartError):
    """The configuration has problems; `problems` lists them all."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(sentence(f"The configuration cannot be used: {'; '.join(map(str, problems))}"))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Shards:
    """How the servers are spread over gateway connections.

    Attributes:
        count: connections over all processes.
        ids: those of this process; all of them when empty.
    """

    count: int = 1
    ids: tuple[int, ...] = ()

    @property
    def here(self) -> tuple[int, ...]:
        """Those of this process."""
        return self.ids or tuple(range(self.count))

    def of(self, guild_id: int) -> int:
        """The shard of a server, by Discord's formula; direct messages, of no server (0), come on the first."""
        return (guild_id >> 22) % self.count

    def serve(self, guild_id: int) -> bool:
        """Whether this process is the one that hears of a server."""
        return self.of(guild_id) in self.here


@dataclass(frozen=True, slots=True)
class Limits:
    """How many commands, clicks and flags are answered in a minute; as many as come where it is None.

    Attributes:
        user: of one person.
        channel: of everybody in one channel.
    """

    user: int | None = None
    channel: int | None = None


@dataclass(frozen=True, slots=True)
class Config:
    """The configuration with all defaults filled in.

    Attributes:
        database: the SQLite file, or `:memory:`.
        library: the SQLite file of imported cards, which need not be there.
        rulings: the folder of the corpus.
        corrections: the folder with the host's corrections of imported rulings, if any.
        token_file: the file that holds the Discord token; the environment variable DISCORD_TOKEN wins over it.
        log_level: one of `LOG_LEVELS`.
        log_questions: whether the log tells what people asked.
        collect_unanswered: whether questions without an answer are kept, for `unanswered`.
        game_days: days without a change after which a game of face-down permanents is closed.
        answer_days: days after which an answer is forgotten, so that flags under it do nothing.
        status_port: the port of this computer on which the bot tells how it is, None for nowhere.
        limits: see `Limits`.
        shards: see `Shards`.
    """

    database: str
    library: Path
    rulings: Path
    corrections: Path | None
    token_file: Path | None
    log_level: str
    log_questions: bool
    collect_unanswered: bool
    game_days: int
    answer_days: int
    status_port: int | None
    limits: Limits
    shards: Shards

    @property
    def logging_level(self) -> int:
        """`log_level` as the number that `logging` takes."""
        return logging.getLevelNamesMapping()[self.log_level.upper()]


def defaults() -> Config:
    """The configuration without any file; paths count from the current folder."""
    return _config(_fields(Mapping({}, {}, 1), Path(), Problems()), Path())


def load(path: Path | str | None = None) -> Config:
    """Read the configuration.

    Relative paths inside it count from the folder of the file.

    Args:
        path: the file; when None, `config.yaml` of the current folder where there is one, else the defaults.

    Raises:
        BrokenConfigError: with every problem as `file:line: message`.
    """
    if path is None and not os.path.lexists(DEFAULT_FILE):
        return defaults()
    path = Path(path or DEFAULT_FILE)
    problems = Problems()
    try:
        node = read(path)
    except BrokenYamlError as error:
        raise BrokenConfigError((error.problem,)) from error
    config = _config(_fields(node, path, problems), path.parent)
    if problems.found:
        raise BrokenConfigError(tuple(problems.found))
    return config


def _fields(node: Node, path: Path, problems: Problems) -> Fields:
    return Fields(
        node,
        path=str(path),
        what="the configuration",
        problems=problems,
        optional=(
            "database",
            "library",
            "rulings",
            "corrections",
            "token_file",
            "log_level",
            "log_questions",
            "collect_unanswered",
            "game_days",
            "answer_days",
            "status_port",
            "limits",
            "shards",
        ),
    )


def _config(fields: Fields, folder: Path) -> Config:
    database = fields.file_path("database") or DATABASE
    if database != IN_MEMORY:
        database = str(_place(fields, "database", database, folder))
    rulings = _path(fields, "rulings", folder)
    library = _path(fields, "library", folder)
    if library is not None and os.path.realpath(library) == os.path.realpath(database):
        fields.problem("“library” is the file of “database”; name another one", fields.line_of("library"))
    return Config(
        database=database,
        library=library or (folder if database == IN_MEMORY else Path(database).parent) / LIBRARY,
        rulings=rulings or rulings_folder(),
        corrections=_path(fields, "corrections", folder),
        token_file=_path(fields, "token_file", folder),
        log_level=fields.one_of("log_level", LOG_LEVELS) or "info",
        log_questions=fields.boolean("log_questions") or False,
        collect_unanswered=fields.boolean("collect_unanswered") or False,
        game_days=fields.integer("game_days", least=1, most=MAX_DAYS) or GAME_DAYS,
        answer_days=fields.integer("answer_days", least=1, most=MAX_DAYS) or ANSWER_DAYS,
        status_port=fields.integer("status_port", least=1, most=MAX_PORT),
        limits=_limits(fields),
        shards=_shards(fields),
    )


def _path(fields: Fields, key: str, folder: Path) -> Path | None:
    path = fields.file_path(key)
    return _place(fields, key, path, folder) if path else None


def _place(fields: Fields, key: str, path: str, folder: Path) -> Path:
    try:
        return folder / Path(path).expanduser()
    except RuntimeError:
        fields.problem(f"“{key}: {path}” begins with “~” and no user that is known here", fields.line_of(key))
        return folder / path


def _limits(fields: Fields) -> Limits:
    inner = fields.sub("limits", optional=("user", "channel"))
    return Limits(
        inner.integer("user", least=1, most=MAX_LIMIT),
        inner.integer("channel", least=1, most=MAX_LIMIT),
    )


def _shards(fields: Fields) -> Shards:
    inner = fields.sub("shards", optional=("count", "ids"))
    count = inner.integer("count", least=1, most=MAX_SHARDS) or 1
    ids = []
    for value, line in inner.located_strings("ids"):
        if not re.fullmatch(r"\d{1,5}", value) or int(value) >= count:
            inner.problem(f"“ids: {value}” must be a whole number from 0 to {count - 1} (“count” less one)", line)
        elif int(value) in ids:
            inner.problem(f"“ids: {value}” stands twice; remove one", line)
        else:
            ids.append(int(value))
    return Shards(count, tuple(ids))
