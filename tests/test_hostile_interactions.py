"""Interactions that no client of Discord's would send, or that a hostile one forges: each gets an answer, or none."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from simcord.backend import serializers
from simcord.enums import InteractionType
from simulated import errors_in

from bot.shown import PATTERN
from bot.views.items import ITEMS

TOPIC = "no-enters-triggers-on-turning-up"
TEXT = st.text(max_size=120)
VALUES = st.one_of(TEXT, st.integers(-(2**63), 2**63), st.booleans(), st.floats(allow_nan=False), st.none())
TEMPLATES = [item.__discord_ui_compiled_template__.pattern for item in ITEMS]
CUSTOM_IDS = st.one_of(
    TEXT,
    st.sampled_from(TEMPLATES).flatmap(lambda template: st.from_regex(template, fullmatch=True)),
    st.from_regex(rf"(open|language|page:next|older|card:all:en):{PATTERN}"),
    st.sampled_from(["table:", "turn:look9999:next:", "ways:", "forget", "form:", "open:~~~"]).flatmap(
        lambda start: TEXT.map(start.__add__)
    ),
)
COMMANDS = {
    "ruling": ["question", "language", "beside", "private"],
    "card": ["name", "question", "language", "private"],
    "about": [],
    "language me set": ["language"],
    "language server clear": [],
    "facedown add": ["how", "card", "count", "source", "marker", "zone", "number"],
    "facedown turnup": ["number", "card", "instant"],
    "facedown leave": ["number", "zone", "card"],
    "facedown ways": ["number"],
    "facedown mark": ["number", "text", "attacked", "counters"],
    "facedown end": [],
    "no such command": ["question"],
}
OPTION_TYPES = {"count": 4, "number": 4, "private": 5, "instant": 5, "attacked": 5}

REFUSED_BY_DISCORD_PY = {"CommandNotFound", "CommandSignatureMismatch", "TransformerError"}

on_one_bot = settings(
    deadline=None,
    derandomize=True,
    max_examples=150,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@st.composite
def commands(draw):
    """A slash command with any values, most of them of the right type."""
    path = draw(st.sampled_from(list(COMMANDS)))
    options = []
    for name in draw(st.lists(st.sampled_from(COMMANDS[path] or [""]), unique=True)):
        kind = OPTION_TYPES.get(name, 3)
        right = {3: TEXT, 4: st.integers(-(2**53), 2**53), 5: st.booleans()}[kind]
        options.append({"name": name, "type": kind, "value": draw(right if draw(st.integers(0, 4)) else VALUES)})
    root, *nested = path.split()
    for name in reversed(nested):
        options = [{"name": name, "type": 1 if name == nested[-1] else 2, "options": options}]
    return {"id": "1", "name": root, "type": 1, "options": options}


@st.composite
def components(draw):
    """A click on a component of a kind, with any id and values."""
    is_select = draw(st.booleans())
    data = {"custom_id": draw(CUSTOM_IDS), "component_type": 3 if is_select else 2}
    return data | ({"values": draw(st.lists(TEXT, min_size=1, max_size=3))} if is_select else {})


@st.composite
def forms(draw):
    """A form with any id and fields."""
    fields = [
        {"type": 18, "component": {"type": 4, "custom_id": draw(TEXT), "value": draw(TEXT)}}
        for _ in range(draw(st.integers(0, 5)))
    ]
    return {"custom_id": draw(CUSTOM_IDS), "components": fields}


async def send(env, who, channel, kind, data, **extra):
    """Send an interaction as it is; returns how often it was answered."""
    before = len(env.http_requests)
    await who._dispatch_interaction(kind, channel, data, **extra)
    return len([each for each in env.http_requests[before:] if each.path.endswith("/callback")])


@on_one_bot
@given(data=commands())
async def test_whatever_a_command_holds_it_is_answered_once(simcord_env, channel, ana, caplog, data):
    assert await send(simcord_env, ana, channel, InteractionType.APPLICATION_COMMAND, data) == 1
    assert errors_in(caplog) == []
    # The simulated Discord notes what discord.py itself refuses, which the bot then says politely.
    assert {type(error).__name__ for error in simcord_env.errors} <= REFUSED_BY_DISCORD_PY
    simcord_env.errors.clear()


@on_one_bot
@given(data=components())
async def test_whatever_is_clicked_is_answered_once(simcord_env, channel, ana, caplog, data):
    answer = (await ana.slash(channel, "ruling", question=TOPIC)).response
    message = simcord_env.backend.get_message(channel.id, answer.id)
    payload = dict(serializers.message_payload(simcord_env.backend, message))
    # discord.py takes no click on what does not stand in the message.
    kind = data["component_type"]
    component = {"type": kind, "custom_id": data["custom_id"]}
    component |= {"label": "?", "style": 1} if kind == 2 else {"options": [{"label": "?", "value": "?"}]}
    payload["components"] = [{"type": 1, "components": [component]}]
    shown = {"message": payload}
    kind = InteractionType.MESSAGE_COMPONENT
    assert await send(simcord_env, ana, channel, kind, data, extra=shown, source_message_id=answer.id) == 1
    assert errors_in(caplog) == []


@on_one_bot
@given(data=forms())
async def test_whatever_form_is_sent_is_answered_once(simcord_env, channel, ana, caplog, data):
    assert await send(simcord_env, ana, channel, InteractionType.MODAL_SUBMIT, data) == 1
    assert errors_in(caplog) == []


async def test_a_choice_that_nobody_offered_is_refused(simcord_env, simcord_bot, channel, ana):
    data = {"id": "1", "name": "language", "type": 1}
    given = {"name": "language", "type": 3, "value": "tlh"}
    options = [{"name": "me", "type": 2, "options": [{"name": "set", "type": 1, "options": [given]}]}]
    await send(simcord_env, ana, channel, InteractionType.APPLICATION_COMMAND, data | {"options": options})
    assert simcord_env.http_requests[-1].json["data"]["content"] == (
        "This command has changed. Restart Discord (Ctrl+R), then try again."
    )
    assert (await simcord_bot.store.preferences.chosen(user=ana.id)).user is None


async def test_a_form_with_a_choice_that_nobody_offered_records_nothing(simcord_env, simcord_bot, channel, ana):
    await ana.slash(channel, "facedown start")
    [board] = [message for message in channel.history() if message.embeds]
    form = (await ana.click(board, label="Add")).modal
    picked = {"type": 3, "custom_id": "how", "values": ["stolen"]}
    data = {"custom_id": form["custom_id"], "components": [{"type": 18, "component": picked}]}
    await send(simcord_env, ana, channel, InteractionType.MODAL_SUBMIT, data)
    assert (await simcord_bot.store.games.find(channel.id)).game.permanents == {}
    assert simcord_env.errors == []
