"""`/about` as players meet it, in the languages of their clients."""

from __future__ import annotations

from bot import __version__

FAN_CONTENT = (
    "Face-Down Judge is unofficial Fan Content permitted under the Fan Content Policy. Not approved/endorsed by "
    "Wizards. Portions of the materials used are property of Wizards of the Coast. ©Wizards of the Coast LLC."
)
SHOWN = {
    "en-US": ("Rulings", "41 topics, 218 texts", "Mechanics", "manifest dread"),
    "en-GB": ("Rulings", "41 topics, 218 texts", "Mechanics", "manifest dread"),
    "zh-CN": ("释疑", "41 个主题，218 段文本", "机制", "显化惧象"),
    "zh-TW": ("释疑", "41 个主题，218 段文本", "机制", "显化惧象"),
    "ko": ("룰링", "주제 41개, 문구 218개", "메커니즘", "공포를 발현"),
    "pt-BR": ("Rulings", "41 temas, 218 textos", "Mecânicas", "manifestar pavor"),
    "es-ES": ("Aclaraciones", "41 temas, 218 textos", "Mecánicas", "manifestar miedo"),
    "es-419": ("Aclaraciones", "41 temas, 218 textos", "Mecánicas", "manifestar miedo"),
    "de": ("Rulings", "41 topics, 218 texts", "Mechanics", "manifest dread"),
}


async def test_about_shows_version_counts_mechanics_and_the_fan_content_notice_to_the_asker_alone(channel, ana):
    response = (await ana.slash(channel, "about")).response
    embed = response.embeds[0]
    fields = {field.name: field.value for field in embed.fields}
    assert response.ephemeral
    assert embed.title == f"Face-Down Judge {__version__}"
    assert fields["Rulings"] == (
        "41 topics, 218 texts\nEnglish: 48 · 简体中文: 41 · 한국어: 47 · Português (Brasil): 41 · Español: 41\n"
        "Answers by topic and language: 205 of 205\n"
        "English ruling: 37 · official translation by Wizards of the Coast: 28 · "
        "machine translation, not official: 114 · published translation, translator not stated: 26"
    )
    assert fields["Mechanics"].startswith("activated ability, Adventure, card name, cloak, copy, counters, ")
    assert "at a tournament, the judge on site decides" in embed.fields[-1].value
    assert embed.footer.text == FAN_CONTENT


async def test_about_speaks_the_language_of_the_client_whatever_the_server_speaks(channel, ana, locale):
    for client, (rulings, counts, mechanics, dread) in SHOWN.items():
        locale(client=client, server="ko")
        embed = (await ana.slash(channel, "about")).response.embeds[0]
        fields = {field.name: field.value for field in embed.fields}
        assert fields[rulings].startswith(counts), client
        assert dread in fields[mechanics].replace("、", ", ").split(", "), client
        assert embed.footer.text == FAN_CONTENT, client


async def test_about_works_in_direct_messages(simcord_env, locale):
    locale(client="es-ES")
    embed = (await simcord_env.create_user("carla").slash("about")).response.embeds[0]
    assert embed.title == f"Face-Down Judge {__version__}"
    assert embed.fields[0].name == "Aclaraciones"
