"""What a newcomer does with `play`, in a real browser: the whole way from a keystroke to what is read."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.page import Discord
from tests.command_line import served

QUESTION = "flip etb"
TITLE = "Turning a permanent face up does not make it enter"
ENGLISH = "turning a permanent face up doesn't cause any enters-the-battlefield abilities to trigger"
KOREAN_TITLE = "앞면으로 뒤집는 것은 전장에 들어오는 것이 아니다"
KOREAN = "지속물을 앞면으로 뒤집어도 전장에 들어올 때 격발하는 능력은 격발하지 않습니다"
CARD = "Grizzly Bears"


def test_a_question_is_answered_and_a_flag_turns_the_answer_into_korean(discord):
    discord.begin("ruling")
    discord.choose(QUESTION, TITLE)
    discord.send()
    expect(discord.message(TITLE)).to_contain_text(ENGLISH)
    answer = discord.same(discord.message(TITLE))
    answer.get_by_role("button", name="🇰🇷").click()
    expect(answer).to_contain_text(KOREAN_TITLE)
    expect(answer).to_contain_text(KOREAN)


def test_a_face_down_card_is_a_secret_until_it_is_turned_up(discord):
    discord.begin("facedown add")
    discord.choose("manif", "manifest")
    discord.fill_in("card", CARD)
    discord.send()
    expect(discord.message("Only you can see this")).to_contain_text(f"it is: {CARD}")
    public = "#4 face down under @Ana: manifest"
    expect(discord.message(public)).to_be_visible()
    expect(discord.message("Face-down permanents")).to_contain_text("#4 manifest")

    for other in ("Beto", "Cleo"):
        discord.be(other)
        expect(discord.message(public)).to_be_visible()
        assert CARD not in discord.page.content()
    discord.be("Ana")
    assert CARD in discord.page.content()

    discord.press("Turn up")
    form = discord.page.get_by_role("dialog")
    form.get_by_label("Number").fill("4")
    form.get_by_role("button", name="Submit").click()
    for everybody in ("Ana", "Beto", "Cleo"):
        discord.be(everybody)
        expect(discord.message(f"@Ana turns #4 face up: {CARD}")).to_be_visible()
        expect(discord.message("Face-down permanents")).not_to_contain_text("#4")


def test_two_pages_show_the_same_evening_to_two_people(come):
    ana, beto = come(), come()
    beto.be("Beto")
    ana.press("Add")
    form = ana.page.get_by_role("dialog")
    form.get_by_text("Select an option").click()
    ana.page.get_by_role("option", name="disguise").click()
    form.get_by_label("Card", exact=True).fill(CARD)
    form.get_by_role("button", name="Submit").click()
    expect(ana.message("Only you can see this")).to_contain_text(f"it is: {CARD}")
    line = "face down under @Ana: disguise"
    expect(beto.message(line)).to_be_in_viewport()
    assert CARD not in beto.page.content()


def test_the_hint_is_read_at_once_by_everybody_on_a_telephone_too(come):
    for size in ((1280, 800), (400, 800)):
        discord = come(*size)
        for who in ("Beto", "Cleo", "Ana"):
            expect(discord.page.get_by_text("Viewing as, at the top")).to_be_in_viewport()
            expect(discord.page.get_by_label("Viewing as")).to_be_in_viewport()
            discord.be(who)


def test_ending_it_in_the_page_ends_the_process(browser):
    with served("--no-browser") as play:
        discord = Discord(browser.new_page(), play.address)
        discord.page.get_by_text("More", exact=True).click()
        discord.page.get_by_role("button", name="End preview session").click()
        assert play.ended() == (0, "", "")
        discord.page.close()
