"""The one loader of `rulings/`, for the bot, the tests and `check` alike: all problems at once, or a corpus."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from bot.corpus import check, translations
from bot.corpus.fold import Folding
from bot.corpus.keys import is_sha256, is_slug
from bot.corpus.model import (
    UNKNOWN_DATE,
    Card,
    Concept,
    Corpus,
    Document,
    Gap,
    Mechanic,
    Name,
    Original,
    Provenance,
    Rules,
    Source,
    Term,
    Text,
    Topic,
    Translation,
)
from bot.corpus.places import Places
from bot.corpus.rules import rule_order
from bot.errors import CannotStartError, sentence
from bot.languages import CODES
from bot.yamlfields import Fields, Problems
from bot.yamltree import BrokenYamlError, Node, read

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from bot.yamltree import Problem

_Entry = TypeVar("_Entry")
_Asked = dict[str, dict[str, tuple[str, ...]]]


class BrokenCorpusError(CannotStartError):
    """The corpus has problems; `problems` lists them all, sorted by place."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        more = f" (and {len(problems) - 1} more; see `check`)" if len(problems) > 1 else ""
        super().__init__(sentence(f"The rulings cannot be used: {problems[0]}{more}"))
        self.problems = problems


def load(folder: Path) -> Corpus:
    """Read and check the corpus in a folder.

    Raises:
        BrokenCorpusError: with every problem of every file.
    """
    reader = _Reader(folder)
    corpus = reader.corpus()
    problems = reader.problems
    if not reader.unread:
        # One file that cannot be read must not be reported as a hundred dangling references to what stands in it.
        check.check(corpus, reader.places, problems)
    if problems.found:
        raise BrokenCorpusError(tuple(sorted(set(problems.found))))
    return replace(corpus, stale=tuple(sorted(translations.stale(corpus, reader.places))))


class _Reader:
    """Reads the files of one folder into values, remembering where each stands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.problems = Problems()
        self.places = Places()
        self.documents: dict[str, Document] = {}
        self.unread: set[str] = set()

    def corpus(self) -> Corpus:
        if not self.folder.is_dir():
            self.unread.add("")
            self.problems.add(str(self.folder), 1, "there is no such folder; give the folder that holds topics/")
            return Corpus({}, {}, {}, {}, {}, {}, {}, {}, Folding({}))
        self.documents = self.entries("sources.yaml", "documents", self.document)
        asked = {code: self.asked(code) for code in CODES}
        topics: dict[str, Topic] = {}
        files = sorted((self.folder / "topics").glob("*.yaml"))
        if not files:
            self.unread.add("topics")
            self.problems.add("topics", 1, "there is no file with topics; rulings stand in topics/*.yaml")
        for stray in sorted((self.folder / "topics").iterdir()) if files else ():
            if stray not in files and not stray.name.startswith("."):
                message = "nothing reads this; topics stand in files called *.yaml, in no folder below"
                self.problems.add(f"topics/{stray.name}", 1, message)
        for file in files:
            topics |= self.entries(f"topics/{file.name}", "topics", self.topic_reader(asked), taken=topics)
        mechanics = self.entries("mechanics.yaml", "mechanics", self.mechanic)
        cards = self.entries("cards.yaml", "cards", self.card)
        self.permanent({"topics": topics, "mechanics": mechanics, "cards": cards})
        return Corpus(
            topics=MappingProxyType(topics),
            mechanics=MappingProxyType(mechanics),
            concepts=MappingProxyType(self.entries("concepts.yaml", "concepts", self.concept)),
            cards=MappingProxyType(cards),
            gaps=MappingProxyType(self.entries("gaps.yaml", "gaps", self.gap_reader(asked))),
            documents=MappingProxyType(self.documents),
            terms=MappingProxyType(self.entries("terms.yaml", "terms", self.term, beside="names")),
            names=MappingProxyType(self.entries("terms.yaml", "names", self.name, beside="terms")),
            folding=Folding(self.variants()),
        )

    def root(self, name: str, keys: tuple[str, ...]) -> Fields:
        """The top level of a file, which has exactly these keys."""
        return Fields(self.tree(name), path=name, what="the file", problems=self.problems, required=keys)

    def tree(self, name: str) -> Node:
        try:
            return read(self.folder / name, shown=name)
        except BrokenYamlError as error:
            self.unread.add(name)
            self.problems.found.append(error.problem)
            raise _SkipFile from error

    def entries(
        self,
        name: str,
        key: str,
        make: Callable[[Node, str], tuple[str, _Entry]],
        *,
        taken: Mapping[str, object] = MappingProxyType({}),
        beside: str | None = None,
    ) -> dict[str, _Entry]:
        """The entries of a file by id; they are sorted by id and no id stands twice.

        Args:
            name: the file.
            key: the key of the list.
            make: reads one entry.
            taken: ids that stand in other files.
            beside: the key of the file's other list.
        """
        made: dict[str, _Entry] = {}
        try:
            root = self.root(name, (key, beside) if beside else (key,))
        except _SkipFile:
            return made
        last = ""
        for node in root.entries(key):
            entry_id, entry = make(node, name)
            if not entry_id:
                continue
            if entry_id in made or entry_id in taken:
                self.problems.add(name, node.line, f"the id “{entry_id}” stands twice; give one of them another id")
            if entry_id < last:
                self.problems.add(name, node.line, f"the list is not sorted: “{entry_id}” belongs before “{last}”")
            last = entry_id
            made[entry_id] = entry
        return made

    def fields(
        self, node: Node, name: str, kind: str, required: tuple[str, ...], optional: tuple[str, ...] = ()
    ) -> tuple[str, Fields]:
        """An entry's id and fields; the id is a slug, since it becomes part of commands and buttons."""
        fields = Fields(
            node,
            path=name,
            what=f"this {kind}",
            problems=self.problems,
            required=("id", *required),
            optional=optional,
        )
        entry_id = fields.text("id")
        if entry_id:
            fields.what = f"{kind} “{entry_id}”"
            if not is_slug(entry_id):
                fields.problem(
                    f"the id “{entry_id}” must be lower-case words joined by hyphens, 60 characters at most",
                    fields.line_of("id"),
                )
        self.places.remember(kind, entry_id, fields)
        return entry_id, fields

    def document(self, node: Node, name: str) -> tuple[str, Document]:
        entry_id, fields = self.fields(node, name, "document", ("file", "card", "languages"), ("remark",))
        return entry_id, Document(
            id=entry_id,
            file=fields.text("file"),
            card=fields.text("card"),
            languages=fields.strings("languages"),
            remark=fields.optional_text("remark"),
        )

    def card(self, node: Node, name: str) -> tuple[str, Card]:
        entry_id, fields = self.fields(node, name, "card", ("names",), ("aliases", "doubt"))
        return entry_id, Card(
            id=entry_id,
            names=MappingProxyType(fields.texts_by_key("names", CODES)),
            aliases=fields.strings("aliases"),
            doubt=fields.optional_text("doubt"),
        )

    def mechanic(self, node: Node, name: str) -> tuple[str, Mechanic]:
        entry_id, fields = self.fields(
            node, name, "mechanic", ("names", "rules", "topics"), ("aliases", "related", "parent", "general")
        )
        return entry_id, Mechanic(
            id=entry_id,
            names=MappingProxyType(fields.texts_by_key("names", CODES)),
            aliases=self.words(fields, "aliases"),
            rules=self.rules(fields),
            topics=fields.strings("topics", ordered_by=None),
            related=fields.strings("related"),
            parent=fields.optional_text("parent"),
            general=fields.boolean("general") or False,
        )

    def concept(self, node: Node, name: str) -> tuple[str, Concept]:
        entry_id, fields = self.fields(node, name, "concept", ("meaning", "words"), ("cards", "everyday", "mechanic"))
        return entry_id, Concept(
            id=entry_id,
            meaning=fields.text("meaning"),
            everyday=fields.boolean("everyday") or False,
            words=self.words(fields, "words"),
            cards=fields.parts("cards", ";"),
            mechanic=fields.optional_text("mechanic"),
        )

    def term(self, node: Node, name: str) -> tuple[str, Term]:
        entry_id, fields = self.fields(node, name, "term", ("words", "taken_from"), ("doubt",))
        return entry_id, Term(
            id=entry_id,
            words=self.words(fields, "words", sort=False),
            taken_from=self.words(fields, "taken_from", sort=False),
            doubt=fields.optional_text("doubt"),
        )

    def name(self, node: Node, name: str) -> tuple[str, Name]:
        entry_id, fields = self.fields(node, name, "name", ("name", "languages", "reason"))
        return entry_id, Name(
            id=entry_id,
            name=fields.text("name"),
            languages=fields.strings("languages", ordered_by=None),
            reason=fields.text("reason"),
        )

    def gap_reader(self, asked: _Asked) -> Callable[[Node, str], tuple[str, Gap]]:
        def gap(node: Node, name: str) -> tuple[str, Gap]:
            entry_id, fields = self.fields(node, name, "gap", ("meaning",), ("mechanics",))
            return entry_id, Gap(
                id=entry_id,
                meaning=fields.text("meaning"),
                mechanics=fields.strings("mechanics"),
                asked=_of(asked, f"gaps/{entry_id}"),
            )

        return gap

    def topic_reader(self, asked: _Asked) -> Callable[[Node, str], tuple[str, Topic]]:
        def topic(node: Node, name: str) -> tuple[str, Topic]:
            entry_id, fields = self.fields(
                node,
                name,
                "topic",
                ("title", "mechanics", "rules", "texts"),
                ("concepts", "note", "fallback"),
            )
            texts = tuple(self.text(text, name, entry_id, fields) for text in fields.entries("texts"))
            return entry_id, Topic(
                id=entry_id,
                title=MappingProxyType(fields.texts_by_key("title", CODES)),
                mechanics=fields.strings("mechanics"),
                concepts=fields.strings("concepts"),
                rules=self.rules(fields),
                note=MappingProxyType(fields.texts_by_key("note", CODES)),
                fallback=fields.one_of("fallback", CODES) or None,
                texts=texts,
                asked=_of(asked, f"topics/{entry_id}"),
            )

        return topic

    def text(self, node: Node, name: str, topic: str, above: Fields) -> Text:
        fields = Fields(
            node,
            path=name,
            what=f"a text of topic “{topic}”",
            problems=self.problems,
            required=("language", "date", "provenance", "card", "source", "translation", "text"),
            optional=("date_elsewhere", "translated_from", "reviewed", "left_in_english", "remark"),
            above=above,
        )
        source = fields.sub("source", required=("document", "entry"))
        document_id = source.text("document")
        document = self.documents.get(document_id)
        if document is None:
            document = Document(document_id, "", "", (), None)
            if document_id and "sources.yaml" not in self.unread:
                source.problem(
                    f"there is no document “{document_id}”; sources.yaml lists them",
                    source.line_of("document"),
                )
        text = Text(
            words=fields.text("text"),
            language=fields.one_of("language", CODES),
            date=fields.date("date") or UNKNOWN_DATE,
            date_elsewhere=fields.date("date_elsewhere"),
            # `one_of` has noted a wrong word; the value then only has to be some member.
            provenance=_member(Provenance, fields.one_of("provenance", tuple(Provenance)), Provenance.SOURCE),
            card=fields.text("card"),
            source=Source(document, source.integer("entry", least=1, most=999) or 0),
            translation=_member(Translation, fields.one_of("translation", tuple(Translation)), Translation.ORIGINAL),
            translated_from=self.original(fields) if "translated_from" in fields else None,
            reviewed=fields.date("reviewed"),
            left_in_english=fields.strings("left_in_english", ordered_by=None),
            remark=fields.optional_text("remark"),
        )
        self.places.remember_text(text, fields)
        return text

    def original(self, fields: Fields) -> Original:
        inner = fields.sub("translated_from", required=("language", "sha256"))
        sha256 = inner.text("sha256")
        if sha256 and not is_sha256(sha256):
            inner.problem(
                f"“sha256: {sha256}” is no fingerprint of a text; write its 64 digits (0-9, a-f)",
                inner.line_of("sha256"),
            )
        return Original(inner.one_of("language", CODES), sha256)

    def rules(self, fields: Fields) -> Rules:
        inner = fields.sub("rules", required=("edition", "numbers"))
        return Rules(
            edition=inner.date("edition") or UNKNOWN_DATE,
            numbers=inner.strings("numbers", ordered_by=rule_order),
        )

    def words(self, fields: Fields, key: str, *, sort: bool = True) -> Mapping[str, tuple[str, ...]]:
        inner = fields.by_key(key, CODES)
        codes = [code for code in inner.node.entries if code in CODES]
        return MappingProxyType({code: inner.parts(code, ";", sort=sort) for code in codes})

    def asked(self, code: str) -> dict[str, tuple[str, ...]]:
        """How players ask in one language: `topics/ID` and `gaps/ID` to their questions."""
        name = f"asked/{code}.yaml"
        asked: dict[str, tuple[str, ...]] = {}
        try:
            root = self.root(name, ("gaps", "topics"))
        except _SkipFile:
            return asked
        for kind in ("gaps", "topics"):
            node = root.node.entries.get(kind)
            if node is None:
                continue
            inner = Fields(
                node,
                path=name,
                what=f"“{kind}”",
                problems=self.problems,
                optional=tuple(getattr(node, "entries", {})),
            )
            for entry_id in inner.node.entries:
                asked[f"{kind}/{entry_id}"] = inner.parts(entry_id, "\n", sort=False)
                self.places.asked[kind, entry_id, code] = (name, inner.line_of(entry_id))
        return asked

    def variants(self) -> dict[str, str]:
        """Traditional characters to the simplified ones that the corpus is written in."""
        name = "traditional.yaml"
        try:
            root = self.root(name, ("variants",))
        except _SkipFile:
            return {}
        inner = root.sub("variants", optional=tuple(getattr(root.node.entries.get("variants"), "entries", {})))
        table = {}
        for simplified in inner.node.entries:
            for traditional in inner.text(simplified):
                table[traditional] = simplified
        return table

    def permanent(self, present: Mapping[str, Mapping[str, object]]) -> None:
        """Hold the ids against `ids.yaml`, the list of those that were ever given.

        Where a file of a kind could not be read, nothing can be said about that kind.
        """
        name = "ids.yaml"
        try:
            root = self.root(name, tuple(present))
        except _SkipFile:
            return
        for kind, entries in present.items():
            listed = root.strings(kind)
            if any(file.startswith(kind) for file in self.unread):
                continue
            for entry_id, line in root.located_strings(kind, quiet=True):
                if entry_id not in entries:
                    self.problems.add(
                        name,
                        line,
                        f"“{entry_id}” is gone from the {kind}; ids are permanent, so bring it back as it was",
                    )
            for entry_id in entries:
                if entry_id not in listed:
                    path, line = self.places.of(kind.removesuffix("s"), entry_id)
                    self.problems.add(
                        path,
                        line,
                        f"“{entry_id}” is new; add it to “{kind}” in ids.yaml, or undo its renaming",
                    )


class _SkipFile(Exception):  # noqa: N818 - control flow inside this module, not a failure
    """The file is broken and its problem is noted."""


def _of(asked: _Asked, key: str) -> Mapping[str, tuple[str, ...]]:
    return MappingProxyType({code: by_id[key] for code, by_id in asked.items() if key in by_id})


_Member = TypeVar("_Member", Provenance, Translation)


def _member(enum: type[_Member], value: str, otherwise: _Member) -> _Member:
    return enum(value) if value in tuple(enum) else otherwise
