// What simcord's page lacks to be used as Discord is. It knows the page by what stands in it and by what
// `window.simcordPreview` tells, as somebody does who tests a page from outside.

const beyond = JSON.parse(document.getElementById("play").dataset.beyond);
const composer = document.getElementById("channel-composer");
const key = window.location.hash.slice(1);
const page = () => window.simcordPreview ?? {};

// ── Times ────────────────────────────────────────────────────────────────────────────────────────────────────────────
// Discord's relative times move on; simcord writes them once.

const UNITS = [["year", 31_557_600], ["month", 2_629_800], ["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];
const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

function tellTime(time) {
  const seconds = (Date.parse(time.dateTime) - Date.now()) / 1000;
  const [unit, length] = UNITS.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
  const text = relative.format(Math.trunc(seconds / length), unit);
  if (time.textContent !== text) time.textContent = text;
}

function tellTimes() {
  for (const time of document.querySelectorAll("time.discord-timestamp")) {
    // Every other form of a time has a colon or a year.
    time.dataset.relative ??= String(!/:|\d{4}/.test(time.textContent));
    if (time.dataset.relative === "true") tellTime(time);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const fire = (element) => element.dispatchEvent(new Event("input", { bubbles: true }));
const field = (element) => (element instanceof HTMLInputElement && element.matches(".command-option-input") ? element : null);
const offered = () => [...document.querySelectorAll(".command-popup:not([hidden]) .command-suggestion")];
let choosing = false;

function choose(text, box) {
  // "/ruling morph" chooses the command and puts the rest into its first field, as on Discord.
  const words = text.split(" ");
  for (let count = words.length - 1; count > 0; count -= 1) {
    const command = words.slice(0, count).join(" ");
    box.value = command;
    fire(box);
    const entry = [...document.querySelectorAll(".command-entry")]
      .find((each) => each.querySelector("strong")?.textContent === command);
    if (entry) {
      entry.click();
      const first = field(document.activeElement);
      const rest = words.slice(count).join(" ");
      if (first && rest) {
        first.value = rest;
        fire(first);
      }
      return;
    }
  }
  box.value = text;
  fire(box);
}

document.addEventListener("input", (event) => {
  const box = event.target;
  if (choosing || event.isComposing || box.id !== "channel-composer-input" || !/^\/\S[^\n]* /.test(`${box.value}`)) return;
  event.stopImmediatePropagation();
  choosing = true;
  choose(box.value, box);
  choosing = false;
}, true);

function named(element) {
  // The choice whose whole name stands in a field.
  const text = element.value.trim().toLowerCase();
  return offered().find((each) => each.querySelector(".command-suggestion-label")?.textContent.toLowerCase() === text);
}

// A choice that was typed in full is taken, as on Discord; simcord's page wants it to be clicked.
document.addEventListener("focusout", (event) => {
  const element = field(event.target);
  if (element?.value && element.getAttribute("aria-expanded") === "true") named(element)?.click();
}, true);

document.addEventListener("keydown", (event) => {
  const element = field(event.target);
  if (event.key !== "Enter" || event.isComposing || !element?.value) return;
  const taken = offered().some((each) => each.dataset.value === element.value);
  const choice = taken ? null : named(element);
  if (!taken && !choice) return;
  choice?.click();
  // What stands there is chosen: Enter sends it. In simcord's page it chooses the first of all that is offered anew.
  event.preventDefault();
  event.stopImmediatePropagation();
  composer.requestSubmit();
}, true);

document.addEventListener("focusin", (event) => {
  // Discord asks the bot what it offers as soon as a field is entered; simcord when something is typed.
  const element = field(event.target);
  if (element && !element.value && element.getAttribute("aria-autocomplete")) setTimeout(() => {
    if (element.isConnected && !element.value) fire(element);
  });
});

function tellOfLoading() {
  const empty = document.querySelector(".command-popup .command-suggestion, .command-popup .command-empty");
  const { option, state } = page().commandPicker?.autocomplete ?? {};
  if (empty?.className === "command-empty" && option && state === "loading" && empty.textContent === "No options match") {
    empty.textContent = "Loading options";
  }
}

// ── Clicks ───────────────────────────────────────────────────────────────────────────────────────────────────────────
// What is clicked while something else is being done is done afterwards; simcord's page forgets it.

const clicked = [];
const busy = () => page().pendingAction || page().awaitingRevision > page().publishedRevision;

document.addEventListener("click", (event) => {
  const control = event.target.closest?.(".reaction-chip[data-control-key], .component-button[data-control-key]");
  if (!control || !event.isTrusted || !busy()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  clicked.push(control.dataset.controlKey);
}, true);

function clickOn() {
  if (!clicked.length || busy()) return;
  document.querySelector(`[data-control-key="${CSS.escape(clicked.shift())}"]`)?.click();
}

// ── Messages ─────────────────────────────────────────────────────────────────────────────────────────────────────────
// Apps and new reactions, which Discord's client offers at every message.

async function ask(body) {
  const answer = await fetch("/api/action", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Simcord-Capability": key, "X-Simcord-Context": page().contextId },
    body: JSON.stringify({ kind: "beyond", ...body }),
  });
  return answer.json();
}

function menu(id) {
  const list = document.createElement("div");
  list.className = "play-menu";
  const add = (text, body) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = text;
    button.addEventListener("click", () => {
      list.remove();
      void ask({ message_id: id, ...body });
    });
    list.append(button);
  };
  for (const flag of beyond.flags) add(flag, { emoji: flag });
  for (const app of beyond.apps) add(`Apps: ${app}`, { app });
  return list;
}

function offerMenus() {
  for (const message of document.querySelectorAll("article.channel-message:not(:has(.play-more))")) {
    const toolbar = message.querySelector(".message-context-actions");
    if (!toolbar) continue;
    const more = document.createElement("button");
    more.type = "button";
    more.className = "message-action-button play-more";
    more.textContent = "⋯";
    more.title = "Apps and reactions";
    more.setAttribute("aria-label", more.title);
    more.addEventListener("click", () => {
      const open = message.querySelector(".play-menu");
      if (open) open.remove();
      else toolbar.append(menu(message.dataset.messageId));
    });
    toolbar.append(more);
  }
}

// ── Pins ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const pins = document.getElementById("pins");
document.addEventListener("click", (event) => {
  if (!pins.contains(event.target)) pins.open = false;
});

// ── The end ──────────────────────────────────────────────────────────────────────────────────────────────────────────
// A page whose bot has gone says what to do.

const lost = document.createElement("section");
lost.id = "lost";
lost.setAttribute("role", "alert");
lost.hidden = true;
lost.innerHTML = "<h1>The bot is not here any more</h1><p>Start it in the terminal, if it does not run "
  + "(<code>python -m bot play</code>), and open the address that it prints. Each start has a new one.</p>";
document.body.append(lost);
let shown = false;
let asking = false;

async function lookWhetherLost() {
  const { authorized, transport } = page();
  shown ||= Boolean(authorized);
  const failed = page().diagnostics?.some((each) => each.code === "bootstrap-failed");
  const isGone = !key || transport?.state === "error" || (!authorized && (shown || failed));
  if (!isGone || asking) {
    lost.hidden = !isGone;
    return;
  }
  if (!key) {
    lost.hidden = false;
    return;
  }
  asking = true;
  // 410: it is the same bot, which has forgotten a page that slept for long.
  const answer = await fetch("/api/state", { headers: { "X-Simcord-Capability": key } }).catch(() => null);
  asking = false;
  if (answer?.status === 410 && !authorized) window.location.reload();
  else lost.hidden = answer?.status === 410;
}

function improve() {
  tellTimes();
  tellOfLoading();
  offerMenus();
}

new MutationObserver(improve).observe(document.body, { childList: true, subtree: true });
setInterval(tellTimes, 1000);
setInterval(clickOn, 50);
setInterval(lookWhetherLost, 1000);
improve();
void lookWhetherLost();
