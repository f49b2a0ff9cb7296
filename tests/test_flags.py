"""Flags: which ones the bot sets, that anybody's turns an answer, what that costs, and what Discord may refuse."""

from __future__ import annotations

import logging

import discord
import pytest
from conversation import (
    footers,
    in_database,
    menu,
    own_flags,
    pick,
    requests,
    restarted,
    set_flag,
    statements,
    turn,
)

ALL = ["🇬🇧", "🇨🇳", "🇰🇷", "🇧🇷", "🇪🇸"]
IN_ALL_LANGUAGES = "look-at-own-face-down"
IN_ENGLISH_ONLY = "form-with-empty-library"
IN_KOREAN_ONLY = "manifest-dread-procedure"

ENGLISH = "English · English ruling"
KOREAN_BY_ANA = "한국어 · 공개된 번역, 번역자 미표기 · 언어 변경: “ana” 🇰🇷"
SPANISH_BY_BETO = "Español · traducción publicada, traductor no indicado · cambiado por “beto” 🇪🇸"


def reaction(author_id, user_id, *, channel_id, message_id, emoji="🇰🇷"):
    """Discord's event, with the author of the message that the simulated Discord leaves out."""
    return {
        "user_id": str(user_id),
        "channel_id": str(channel_id),
        "message_id": str(message_id),
        "message_author_id": str(author_id),
        "emoji": {"id": None, "name": emoji},
        "burst": False,
        "type": 0,
    }


def reads(seen):
    return [statement for statement in seen if statement.startswith("SELECT")]


def writes(seen):
    return [statement for statement in seen if not statement.startswith("SELECT")]


@pytest.fixture
async def answer(channel, ana):
    return (await ana.slash(channel, "ruling", question=IN_ALL_LANGUAGES)).response


@pytest.mark.published_only
async def test_under_a_ruling_stand_the_flags_of_the_languages_that_have_a_text_of_their_own(simcord_env, channel, ana):
    expected = {
        IN_ALL_LANGUAGES: ["🇬🇧", "🇨🇳", "🇰🇷", "🇧🇷", "🇪🇸"],
        "face-down-permanent-characteristics": ["🇬🇧", "🇨🇳", "🇧🇷"],
        "tapped-state-unchanged": ["🇬🇧", "🇨🇳", "🇰🇷"],
        "reveal-on-leaving-or-game-end": ["🇬🇧", "🇨🇳", "🇰🇷", "🇪🇸"],
        IN_ENGLISH_ONLY: ["🇬🇧"],
        IN_KOREAN_ONLY: ["🇰🇷"],
    }
    answers = {topic: (await ana.slash(channel, "ruling", question=topic)).response for topic in expected}
    assert {topic: own_flags(simcord_env, answer) for topic, answer in answers.items()} == expected


@pytest.mark.parametrize("topic", [IN_ALL_LANGUAGES, IN_ENGLISH_ONLY, IN_KOREAN_ONLY])
async def test_a_language_with_a_machine_translation_alone_gets_its_flag_too(simcord_env, channel, ana, topic):
    answer = (await ana.slash(channel, "ruling", question=topic)).response
    assert own_flags(simcord_env, answer) == ALL


@pytest.mark.parametrize("question", ["manifest", "What is the best pizza in town?"])
async def test_under_an_overview_and_a_refusal_stand_all_five_flags(simcord_env, channel, ana, question):
    answer = (await ana.slash(channel, "ruling", question=question)).response
    assert own_flags(simcord_env, answer) == ALL


async def test_a_flag_turns_overviews_and_refusals_too(simcord_env, channel, ana):
    overview = (await ana.slash(channel, "ruling", question="manifest")).response
    refusal = (await ana.slash(channel, "ruling", question="What is the best pizza in town?")).response
    await turn(simcord_env, ana, overview, "🇰🇷")
    await turn(simcord_env, ana, refusal, "🇪🇸")
    assert overview.embeds[0].title == "발현"
    assert footers(overview) == ["언어 변경: “ana” 🇰🇷"]
    assert refusal.embeds[0].description.startswith("No tengo ninguna aclaración para eso.")
    assert footers(refusal) == ["cambiado por “ana” 🇪🇸"]


async def test_the_bot_sets_no_flags_under_an_ephemeral_reply(simcord_env, channel, ana):
    answer = (await ana.slash(channel, "ruling", question=IN_ALL_LANGUAGES, private=True)).response
    assert answer.ephemeral
    assert requests(simcord_env, "PUT", "/reactions/") == []


async def test_anybodys_flag_turns_the_answer_and_the_last_one_wins(simcord_env, answer, ana, beto):
    assert footers(answer) == [ENGLISH]
    await turn(simcord_env, ana, answer, "🇰🇷")
    assert footers(answer) == [KOREAN_BY_ANA]
    assert answer.embeds[0].description.startswith("당신은 언제든지 당신이 조종하는 뒷면 상태의 주문이나 지속물을")
    await turn(simcord_env, beto, answer, "🇪🇸")
    assert footers(answer) == [SPANISH_BY_BETO]
    assert answer.embeds[0].description.startswith("En cualquier momento, puedes mirar un hechizo o permanente")


async def test_the_footer_names_whoever_turned_it_as_the_server_does(simcord_env, guild, answer):
    judge = guild.add_member(simcord_env.create_user("carla77", global_name="Carla"), nick="Carla, L2 judge")
    await turn(simcord_env, judge, answer, "🇬🇧")
    assert footers(answer) == [f"{ENGLISH} · turned by “Carla, L2 judge” 🇬🇧"]


async def test_every_flag_of_a_language_counts_although_the_bot_set_only_one(simcord_env, answer, beto):
    expected = {
        "🇬🇧": "English",
        "🇨🇳": "简体中文",
        "🇺🇸": "English",
        "🇸🇬": "简体中文",
        "🇰🇷": "한국어",
        "🇧🇷": "Português (Brasil)",
        "🇪🇸": "Español",
        "🇵🇹": "Português (Brasil)",
        "🇲🇽": "Español",
        "🇦🇷": "Español",
        "🇪🇦": "Español",
    }
    shown = {}
    for flag in expected:
        await turn(simcord_env, beto, answer, flag)
        language, _provenance, turned_by = footers(answer)[0].split(" · ")
        assert f"“beto” {flag}" in turned_by
        shown[flag] = language
    assert shown == expected


@pytest.mark.published_only
async def test_a_language_without_a_text_shows_the_fallback_and_says_so_in_the_language_asked_for(
    simcord_env, channel, ana
):
    expected = {
        (IN_ENGLISH_ONLY, "🇨🇳"): ("尚无简体中文文本，此处显示英文。", "English · 英文释疑原文 · 由 “ana” 🇨🇳 切换"),
        (IN_ENGLISH_ONLY, "🇪🇸"): (
            "Todavía no hay texto en español; este está en inglés.",
            "English · aclaración original en inglés · cambiado por “ana” 🇪🇸",
        ),
        (IN_KOREAN_ONLY, "🇬🇧"): (
            "There is no text in English yet, so this one is in Korean.",
            "한국어 · published translation, translator not stated · turned by “ana” 🇬🇧",
        ),
        (IN_KOREAN_ONLY, "🇧🇷"): (
            "Ainda não há texto em português; este está em coreano.",
            "한국어 · tradução publicada, tradutor não informado · mudado por “ana” 🇧🇷",
        ),
    }
    for (topic, flag), (notice, footer) in expected.items():
        answer = (await ana.slash(channel, "ruling", question=topic)).response
        words = answer.embeds[0].description.split("\n")[0]
        await turn(simcord_env, ana, answer, flag)
        lines = answer.embeds[0].description.split("\n")
        assert lines[0] == words
        assert f"*{notice}*" in lines
        assert footers(answer) == [footer]


async def test_a_flag_turns_an_old_answer_after_a_restart(simcord_env, host_config, answer, ana, beto):
    await turn(simcord_env, ana, answer, "🇰🇷")
    await simcord_env.advance_time(30 * 24 * 3600)
    async with restarted(simcord_env, host_config):
        assert footers(answer) == [KOREAN_BY_ANA]
        await turn(simcord_env, beto, answer, "🇪🇸")
        assert footers(answer) == [SPANISH_BY_BETO]


async def test_flags_work_in_threads(simcord_env, channel, ana):
    simcord_env.backend.create_thread(channel.id, "round 1", ana.id)
    answer = (await ana.slash(channel.threads[0], "ruling", question=IN_ALL_LANGUAGES)).response
    assert own_flags(simcord_env, answer) == ALL
    await turn(simcord_env, ana, answer, "🇰🇷")
    assert footers(answer) == [KOREAN_BY_ANA]


async def test_flags_work_in_direct_messages_where_discord_tells_no_name(simcord_env):
    ana = simcord_env.create_user("ana")
    answer = (await ana.slash("ruling", question=IN_ALL_LANGUAGES)).response
    assert own_flags(simcord_env, answer) == ALL
    assert menu(answer, "language") is None
    await turn(simcord_env, ana, answer, "🇰🇷")
    assert footers(answer) == ["한국어 · 공개된 번역, 번역자 미표기 · 언어 변경: 🇰🇷"]


async def test_the_bots_own_flags_neither_read_nor_turn(simcord_env, simcord_bot, channel, ana):
    async with statements(simcord_bot) as seen:
        public = (await ana.slash(channel, "ruling", question=IN_ALL_LANGUAGES)).response
        direct = (await ana.user.slash("ruling", question=IN_ALL_LANGUAGES)).response
        await simcord_env.advance_time(5)
    assert [statement for statement in reads(seen) if "FROM answers" in statement] == []
    assert footers(public) == footers(direct) == [ENGLISH]
    assert requests(simcord_env, "PATCH") == []


async def test_what_is_no_flag_of_a_person_neither_reads_nor_turns(simcord_env, simcord_bot, guild, answer, ana):
    robot = guild.add_member(simcord_env.create_user("robot", bot=True))
    async with statements(simcord_bot) as seen:
        for emoji in ("👍", "🇫🇷", "🇰", "🏴", "kr", "🇰🇷:123456789012345678"):
            await turn(simcord_env, ana, answer, emoji)
        await turn(simcord_env, robot, answer, "🇰🇷")
        await turn(simcord_env, simcord_env.backend.bot_user, answer, "🇲🇽")
    assert seen == []
    assert requests(simcord_env, "PATCH") == []
    assert footers(answer) == [ENGLISH]


async def test_taking_a_flag_away_changes_nothing(simcord_env, simcord_bot, answer, ana):
    await turn(simcord_env, ana, answer, "🇰🇷")
    async with statements(simcord_bot) as seen:
        simcord_env.backend.set_reaction(answer.channel_id, answer.id, "🇰🇷", ana.id, reacted=False)
        simcord_env.backend.clear_reactions(answer.channel_id, answer.id)
        await simcord_env.advance_time(5)
    assert seen == []
    assert footers(answer) == [KOREAN_BY_ANA]


async def test_a_thousand_flags_under_foreign_messages_cost_no_database_access(
    simcord_env, simcord_bot, channel, ana, beto
):
    message = await ana.send(channel, "who wins?")
    async with statements(simcord_bot) as seen:
        for number in range(1000):
            event = reaction(ana.id, beto.id, channel_id=channel.id, message_id=message.id + number)
            simcord_env.backend.emit("MESSAGE_REACTION_ADD", event)
        await simcord_env.advance_time(5)
    assert seen == []
    assert requests(simcord_env, "PATCH") == []


async def test_a_flag_under_a_message_of_the_bot_that_is_no_answer_costs_one_read(
    simcord_env, simcord_bot, channel, ana
):
    me = simcord_env.backend.bot_user.id
    async with statements(simcord_bot) as seen:
        event = reaction(me, ana.id, channel_id=channel.id, message_id=123456789)
        simcord_env.backend.emit("MESSAGE_REACTION_ADD", event)
        await simcord_env.advance_time(5)
    assert len(reads(seen)) == 1
    assert writes(seen) == []
    assert requests(simcord_env, "PATCH") == []


async def test_a_flag_costs_one_read_one_write_and_one_edit_that_pings_nobody(simcord_env, simcord_bot, answer, ana):
    before = len(simcord_env.http_requests)
    async with statements(simcord_bot) as seen:
        await turn(simcord_env, ana, answer, "🇰🇷")
    assert (len(reads(seen)), len(writes(seen))) == (1, 1)
    (edit,) = simcord_env.http_requests[before:]
    assert (edit.method, edit.path) == ("PATCH", f"/channels/{answer.channel_id}/messages/{answer.id}")
    assert edit.json["allowed_mentions"] == {"parse": []}


async def test_twenty_flags_at_once_end_in_the_last_language_with_two_edits(
    simcord_env, simcord_bot, answer, ana, beto
):
    flags = ["🇺🇸", "🇸🇬", "🇰🇷", "🇵🇹", "🇲🇽", "🇦🇷", "🇪🇦", "🇨🇳", "🇧🇷", "🇪🇸"]
    async with statements(simcord_bot) as seen:
        for who in (ana, beto):
            for flag in flags:
                set_flag(simcord_env, who, answer, flag)
        await simcord_env.advance_time(2)
    assert footers(answer) == [SPANISH_BY_BETO]
    assert len(requests(simcord_env, "PATCH")) == 2
    assert (len(reads(seen)), len(writes(seen))) == (2, 2)


async def test_bursts_of_flags_end_in_the_last_language_a_second_later_with_few_edits(simcord_env, answer, ana, beto):
    bursts = [(ana, "🇺🇸🇸🇬🇰🇷🇵🇹🇲🇽"), (beto, "🇦🇷🇪🇦🇨🇳🇧🇷🇺🇸"), (ana, "🇪🇸🇪🇦🇨🇳🇧🇷🇦🇷"), (beto, "🇵🇹🇰🇷🇸🇬🇲🇽🇪🇸")]
    for who, flags in bursts:
        for start in range(0, len(flags), 2):
            set_flag(simcord_env, who, answer, flags[start : start + 2])
        await simcord_env.advance_time(0.4)
    await simcord_env.advance_time(1)
    assert footers(answer) == [SPANISH_BY_BETO]
    assert len(requests(simcord_env, "PATCH")) <= 5


async def test_answers_do_not_wait_for_each_other(simcord_env, channel, answer, ana):
    other = (await ana.slash(channel, "ruling", question="tapped-state-unchanged")).response
    set_flag(simcord_env, ana, answer, "🇰🇷")
    set_flag(simcord_env, ana, other, "🇰🇷")
    await simcord_env.advance_time(0.01)
    assert footers(answer) == footers(other) == [KOREAN_BY_ANA]


async def test_a_deleted_answer_is_forgotten_without_a_word(simcord_env, host_config, answer, ana, caplog):
    caplog.set_level(logging.WARNING)
    await turn(simcord_env, ana, answer, "🇰🇷")
    simcord_env.backend.delete_message(answer.channel_id, answer.id)
    for _ in range(2):
        event = reaction(
            simcord_env.backend.bot_user.id, ana.id, channel_id=answer.channel_id, message_id=answer.id, emoji="🇪🇸"
        )
        simcord_env.backend.emit("MESSAGE_REACTION_ADD", event)
        await simcord_env.advance_time(5)
    assert in_database(host_config, "SELECT count(*) FROM answers") == [(0,)]
    assert len(requests(simcord_env, "PATCH")) == 2
    assert caplog.records == []


@pytest.mark.parametrize(("status", "code"), [(403, 50001), (500, 0)])
async def test_a_refused_edit_is_survived_and_logged_once_a_channel(
    simcord_env, guild, answer, ana, caplog, *, status, code
):
    elsewhere = guild.create_text_channel("elsewhere")
    other = (await ana.slash(elsewhere, "ruling", question=IN_ALL_LANGUAGES)).response
    for flag in ("🇰🇷", "🇪🇸", "🇧🇷"):
        simcord_env.inject_error("PATCH", "/channels/*", status=status, code=code)
        await turn(simcord_env, ana, answer, flag)
    simcord_env.inject_error("PATCH", "/channels/*", status=status, code=code)
    await turn(simcord_env, ana, other, "🇰🇷")
    assert footers(answer) == footers(other) == [ENGLISH]
    warnings = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
    assert len(warnings) == 2
    assert str(answer.channel_id) in warnings[0]
    assert str(elsewhere.id) in warnings[1]
    await turn(simcord_env, ana, answer, "🇲🇽")
    assert footers(answer) == ["Español · traducción publicada, traductor no indicado · cambiado por “ana” 🇲🇽"]


async def test_a_failing_database_is_survived_and_the_next_flag_works(simcord_env, host_config, answer, ana):
    in_database(host_config, "ALTER TABLE answers RENAME TO elsewhere")
    await turn(simcord_env, ana, answer, "🇰🇷")
    in_database(host_config, "ALTER TABLE elsewhere RENAME TO answers")
    assert [type(error).__name__ for error in simcord_env.errors] == ["OperationalError"]
    await turn(simcord_env, ana, answer, "🇪🇦")
    assert footers(answer) == ["Español · traducción publicada, traductor no indicado · cambiado por “ana” 🇪🇦"]


@pytest.mark.published_only
async def test_opening_another_topic_changes_the_bots_own_flags_and_nobody_elses(simcord_env, channel, ana, beto):
    answer = (await ana.slash(channel, "ruling", question="manifest")).response
    await turn(simcord_env, beto, answer, "🇬🇧")
    await pick(ana, answer, "open", "A Form with no card to manifest goes to the graveyard")
    assert own_flags(simcord_env, answer) == ["🇬🇧"]
    await pick(ana, answer, "open", "How to manifest dread, step by step")
    assert own_flags(simcord_env, answer) == ["🇰🇷"]
    reactions = simcord_env.backend.get_message(channel.id, answer.id).reactions
    assert [(each.emoji, beto.id in each.user_ids) for each in reactions] == [("🇬🇧", True), ("🇰🇷", False)]


async def test_opening_another_topic_keeps_the_language_that_a_flag_chose(simcord_env, channel, ana):
    answer = (await ana.slash(channel, "ruling", question="manifest")).response
    await turn(simcord_env, ana, answer, "🇰🇷")
    await pick(ana, answer, "open", "자기 뒷면 카드는 언제든 볼 수 있고 남의 것은 볼 수 없다")
    assert footers(answer)[0].startswith("한국어 · 공개된 번역, 번역자 미표기")


@pytest.mark.published_only
async def test_opening_another_topic_works_after_a_moderator_took_all_flags_away(simcord_env, channel, ana):
    answer = (await ana.slash(channel, "ruling", question="manifest")).response
    simcord_env.backend.clear_reactions(channel.id, answer.id)
    result = await pick(ana, answer, "open", "How to manifest dread, step by step")
    assert answer.embeds[0].title == "How to manifest dread, step by step"
    assert own_flags(simcord_env, answer) == ["🇰🇷"]
    assert result.followups == []


@pytest.mark.published_only
async def test_opening_another_topic_works_where_the_bot_may_not_react_any_more(simcord_env, channel, ana):
    answer = (await ana.slash(channel, "ruling", question="manifest")).response
    simcord_env.inject_error("*", "/channels/*/reactions/*", status=403, code=50013, times=None)
    result = await pick(ana, answer, "open", "How to manifest dread, step by step")
    assert answer.embeds[0].title == "How to manifest dread, step by step"
    assert menu(answer, "language") is not None
    assert result.followups == []


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (500, 0)])
async def test_an_answer_that_gets_no_flags_is_an_answer_all_the_same(simcord_env, channel, ana, status, code):
    simcord_env.inject_error("PUT", "/channels/*/reactions/*", status=status, code=code)
    result = await ana.slash(channel, "ruling", question=IN_ALL_LANGUAGES)
    assert simcord_env.errors == []
    assert footers(result.response) == [ENGLISH]
    assert result.followups == []


@pytest.mark.published_only
async def test_the_bot_never_asks_for_the_permission_to_manage_messages(simcord_env, guild, ana):
    modest = discord.PermissionOverwrite(manage_messages=False, manage_channels=False, manage_threads=False)
    channel = guild.create_text_channel("modest", overwrites={simcord_env.bot.user: modest})
    answer = (await ana.slash(channel, "ruling", question="manifest")).response
    await turn(simcord_env, ana, answer, "🇰🇷")
    await pick(ana, answer, "open", "공포 발현은 두 장을 보고 한 장을 발현, 한 장을 무덤에 넣는다")
    assert own_flags(simcord_env, answer) == ["🇰🇷"]
