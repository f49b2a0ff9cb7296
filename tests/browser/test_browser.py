"""What a newcomer does with `play`, in a real browser: the whole way from a keystroke to what is read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.page import MESSAGE, Discord
from tests.command_line import served

QUESTION = "flip etb"
TITLE = "Turning a permanent face up does not make it enter"
ENGLISH = "turning a permanent face up doesn't cause any enters-the-battlefield abilities to trigger"
KOREAN_TITLE = "앞면으로 뒤집는 것은 전장에 들어오는 것이 아니다"
KOREAN = "지속물을 앞면으로 뒤집어도 전장에 들어올 때 격발하는 능력은 격발하지 않습니다"
CARD = "Grizzly Bears"


def ask(discord):
    """Ask the question, and wait for its answer."""
    discord.begin("ruling")
    discord.choose(QUESTION, TITLE)
    discord.send()
    expect(discord.page.locator(MESSAGE).last).to_contain_text(ENGLISH)
    discord.settle()
    return discord.same(discord.page.locator(MESSAGE).last)


def test_a_question_is_answered_and_a_flag_turns_the_answer_into_korean(discord):
    answer = ask(discord)
    answer.get_by_role("button", name="🇰🇷").click()
    expect(answer).to_contain_text(KOREAN_TITLE)
    expect(answer).to_contain_text(KOREAN)


@pytest.mark.usefixtures("fresh")
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


@pytest.mark.usefixtures("fresh")
def test_the_hint_is_read_at_once_by_everybody_on_a_telephone_too(come):
    for size in ((1280, 800), (400, 800)):
        discord = come(*size)
        for who in ("Beto", "Cleo", "Ana"):
            expect(discord.page.get_by_role("log").get_by_text("Viewing as, at the top")).to_be_in_viewport()
            expect(discord.page.get_by_label("Viewing as")).to_be_in_viewport()
            discord.be(who)


def test_the_hint_stays_at_hand_at_the_head_of_the_channel(come):
    for size in ((1280, 800), (400, 800)):
        discord = come(*size)
        discord.begin("about")
        discord.send()
        expect(discord.message("Face-Down Judge")).to_contain_text("Only you can see this")
        pinned = discord.page.locator("#pins").get_by_text("Be somebody else")
        discord.page.get_by_text("What to try").click()
        expect(pinned).to_be_in_viewport()
        discord.page.get_by_label("Message", exact=True).click()
        expect(pinned).to_be_hidden()


def test_a_command_that_is_typed_with_its_question_is_that_command(discord):
    discord.write("/ruling morph")
    expect(discord.page.get_by_label("question, required")).to_have_value("morph")
    expect(discord.page.get_by_role("listbox").get_by_role("option").first).to_be_visible()
    discord.send()
    expect(discord.message("Comprehensive Rules")).to_contain_text("What the morph ability lets you do")


def test_what_is_no_command_is_said(discord):
    discord.write("/shrug I do not know")
    discord.send()
    expect(discord.message("/shrug I do not know")).to_be_visible()


def test_a_choice_that_is_typed_in_full_is_taken(discord):
    lines = discord.page.locator(MESSAGE).filter(has_text="face down under @Ana: put face down")
    before = lines.count()
    discord.write("/facedown add Put face down")
    discord.send()
    expect(lines).to_have_count(before + 1)
    discord.settle()
    discord.write("/facedown add Put face down")
    discord.page.keyboard.press("Enter")
    expect(lines).to_have_count(before + 2)


def test_what_a_field_offers_is_there_before_anything_is_typed(discord):
    discord.write("/ruling ")
    expect(discord.page.get_by_role("listbox").get_by_role("option").first).to_be_visible()
    assert discord.page.get_by_text("No options match").count() == 0


def test_times_move_on(discord):
    discord.write("/facedown add morph")
    discord.send()
    time = discord.message("you have not told me what it is").locator("time.discord-timestamp")
    expect(time).to_have_text(re.compile("^(now|1 second ago)$"))
    expect(time).to_have_text(re.compile("^[3-9] seconds ago$"))


def test_whoever_has_scrolled_up_stays_there_while_others_write(come):
    ana, beto = come(), come()
    beto.be("Beto")
    timeline = ana.page.get_by_role("log")
    timeline.evaluate("each => { each.scrollTop = 0 }")
    ana.page.wait_for_timeout(100)
    beto.write("Hello, Ana!")
    beto.send()
    expect(ana.message("Hello, Ana!")).to_be_attached()
    expect(ana.page.get_by_role("button", name="New messages")).to_be_visible()
    assert timeline.evaluate("each => each.scrollTop") == 0
    ana.page.get_by_role("button", name="New messages").click()
    expect(ana.message("Hello, Ana!")).to_be_in_viewport()
    # At the end again, what is said is followed.
    beto.write("How are you?")
    beto.send()
    expect(ana.message("How are you?")).to_be_in_viewport()


def test_two_flags_that_are_clicked_at_once_are_both_set(discord):
    answer = ask(discord)
    answer.get_by_role("button", name="🇪🇸").scroll_into_view_if_needed()
    boxes = [answer.get_by_role("button", name=flag).bounding_box() for flag in ("🇧🇷", "🇪🇸")]
    for box in boxes:
        discord.page.mouse.click(box["x"] + 8, box["y"] + 8)
    for flag in ("🇧🇷", "🇪🇸"):
        expect(answer.get_by_role("button", name=flag)).to_have_attribute("aria-pressed", "true")


def test_apps_and_flags_are_at_every_message(discord):
    answer = ask(discord)
    for choice, text in (("🇲🇽", "“Ana” 🇲🇽"), ("Apps: Translate ruling", "“Ana” 🇲🇽")):
        answer.hover()
        answer.get_by_role("button", name="Apps and reactions").click()
        answer.get_by_role("button", name=choice).click()
        expect(answer).to_contain_text(text)
    expect(discord.message("Only you can see this")).to_contain_text(TITLE)


def test_a_page_whose_bot_has_gone_says_what_to_do(browser):
    with served("--no-browser") as play:
        discord = Discord(browser.new_page(), play.address)
        port = play.address.split(":")[2].split("/")[0]
        play.stop()
        told = discord.page.get_by_role("alert").filter(has_text="open the address that it prints")
        expect(told).to_be_in_viewport()
    with served("--no-browser", "--port", port):
        expect(discord.page.get_by_text("Reload the active Preview URL")).to_be_attached()
        expect(told).to_be_in_viewport()
        discord.page.reload()
        expect(told).to_be_in_viewport()
        discord.page.goto(f"http://127.0.0.1:{port}/")
        expect(told).to_be_in_viewport()
        discord.page.close()


def test_ending_it_in_the_page_ends_the_process(browser):
    with served("--no-browser") as play:
        discord = Discord(browser.new_page(), play.address)
        discord.page.get_by_text("More", exact=True).click()
        discord.page.get_by_role("button", name="End preview session").click()
        assert play.ended() == (0, "", "")
        discord.page.close()
