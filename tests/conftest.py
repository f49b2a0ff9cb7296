"""What all tests share: the corpus, and the real bot in a simulated Discord."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path

import pytest
from discord_limits import request_violations
from simcord import interactions
from spoiling import published_copy

from bot import app, config
from bot.app import open_bot
from bot.corpus.search import Judge
from bot.paths import rulings_folder
from bot.verbs import asking


@pytest.fixture(scope="session", autouse=True)
def _each_corpus_is_opened_once():
    """A judge never changes, and making one takes half a second: bots on the same folder share it."""
    with pytest.MonkeyPatch.context() as patch:
        once = functools.cache(app.open_judge)
        patch.setattr(app, "open_judge", once)
        patch.setattr(asking, "open_judge", once)
        yield


@pytest.fixture(scope="session")
def judge() -> Judge:
    return app.open_judge(rulings_folder())


@pytest.fixture(scope="session")
def published_rulings(tmp_path_factory) -> Path:
    """The rulings without the translations that were made here, so that languages lack texts."""
    return published_copy(tmp_path_factory.mktemp("published") / "rulings")


@pytest.fixture
def host_config(tmp_path: Path, request) -> config.Config:
    """The defaults, with a database of the test's own."""
    file = tmp_path / "config.yaml"
    file.write_text("", encoding="utf-8")
    host = replace(config.load(file), database=str(tmp_path / "judge.sqlite3"))
    if request.node.get_closest_marker("published_only"):
        host = replace(host, rulings=request.getfixturevalue("published_rulings"))
    return host


@pytest.fixture
async def simcord_bot(host_config):
    """The real bot, as the simulated Discord's plugin wants it."""
    async with open_bot(host_config) as client:
        yield client


@pytest.fixture(autouse=True)
def _all_that_the_bot_sends_is_what_discord_accepts(request):
    """Checked at the end of every test over the simulated Discord, which does not do so itself."""
    env = request.getfixturevalue("simcord_env") if "simcord_env" in request.fixturenames else None
    yield
    for sent in env.http_requests if env is not None else ():
        assert request_violations(f"{sent.method} {sent.path}", sent.json) == []


@pytest.fixture
def guild(simcord_env):
    """A server that the bot is in."""
    return simcord_env.create_guild(name="Store")


@pytest.fixture
def channel(guild):
    """A text channel of the server."""
    return guild.create_text_channel("table")


@pytest.fixture
def ana(simcord_env, guild):
    """A player of the server."""
    return guild.add_member(simcord_env.create_user("ana"))


@pytest.fixture
def beto(simcord_env, guild):
    """Another player of the server."""
    return guild.add_member(simcord_env.create_user("beto"))


@pytest.fixture
def locale(monkeypatch):
    """Sets the locale of clients and servers: the simulated Discord knows en-US alone."""
    real = interactions.base_payload
    chosen = {"locale": "en-US", "guild_locale": "en-US"}

    def base_payload(*args, **kwargs):
        record, payload = real(*args, **kwargs)
        payload["locale"] = chosen["locale"]
        if "guild_locale" in payload:
            payload["guild_locale"] = chosen["guild_locale"]
        return record, payload

    monkeypatch.setattr(interactions, "base_payload", base_payload)

    def speak(client: str = "en-US", server: str = "en-US") -> None:
        chosen.update(locale=client, guild_locale=server)

    return speak
