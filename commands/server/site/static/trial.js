// "Try a move" on the page of a running board: everything that is the same for all games. Another
// script offers and draws the moves (tried_lines.js or tried_moves.js).
"use strict";

const panel = (() => {
  const UNIT = 10, HALF = 5;
  const LONGEST_NAME = 3, NAME_UNITS = 3.2, NAME_PIXELS = 9;
  const MOST_BUTTONS = 60;
  const SVG = "http://www.w3.org/2000/svg";
  const element = document.querySelector(".trial");
  const find = (selector) => element.querySelector(selector);
  const table = JSON.parse(document.querySelector(".trial-table").textContent);
  const choices = find(".choices"), mail = find(".mail"), list = find(".long-list"), steps = [...find(".steps").children];
  const opening = document.querySelector(".try");
  const hidden = document.querySelectorAll(".positions, .playback");

  function add(group, name, attributes, text = "") {
    const added = document.createElementNS(SVG, name);
    for (const key in attributes) added.setAttribute(key, attributes[key]);
    added.textContent = text;
    group.append(added);
  }

  // Draws a square that can be chosen: its name where that is legible, otherwise a ring.
  function drawTarget(group, [x, y], { name, suffix = "", occupied, named = true, factor = 1 }) {
    const drawing = group.ownerSVGElement;
    const pixels = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width * NAME_UNITS;
    const text = name.replace(/[()]/g, "");
    const fits = named && !occupied && text.length <= LONGEST_NAME && pixels >= NAME_PIXELS;
    if (fits) add(group, "text", { class: "name", x, y: y + 1.15 }, text + suffix);
    else add(group, "circle", { class: "goal", cx: x, cy: y, r: (occupied ? 4.5 : 2) * factor });
  }

  // Shows the choices as buttons, or as a list if there are many. A choice has its text, an optional
  // label for screen readers, whether it is less important (quiet), and what it does (act).
  function offer(open) {
    const focused = choices.contains(document.activeElement) || list.contains(document.activeElement);
    const isLong = open.length > MOST_BUTTONS;
    choices.replaceChildren(...(isLong ? [] : open.map(button)));
    list.hidden = !isLong;
    if (isLong) fillList(open);
    if (focused) focusChoice();
  }

  function button({ text, label, quiet, act }) {
    const made = document.createElement("button"), item = document.createElement("li");
    made.type = "button";
    if (quiet) made.classList.add("quiet");
    made.textContent = text;
    if (label) made.setAttribute("aria-label", label);
    made.addEventListener("click", act);
    item.append(made);
    return item;
  }

  function fillList(open) {
    const select = list.querySelector("select");
    select.replaceChildren(...open.map(({ text }) => new Option(text)));
    list.querySelector("button").onclick = () => open[select.selectedIndex].act();
  }

  function focusChoice() {
    const first = list.hidden ? choices.querySelector("button") : list.querySelector("select");
    (first ?? steps.find((each) => !each.disabled)).focus({ preventScroll: true });
  }

  // Shows the email that makes a move. Without a move, hides it.
  function write(move) {
    if (!mail) return;
    const link = mail.querySelector("a"), subject = mail.querySelector(".subject");
    mail.hidden = !move;
    link.href = link.dataset.mail.replace(encodeURIComponent("{move}"), encodeURIComponent(move));
    link.querySelector(".move").textContent = move;
    subject.textContent = subject.dataset.line.replace("{move}", move);
  }

  // Makes the choice that is nearest to a click, because squares may be small.
  function choose(event, open, placeOf, factor = 1) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(event.currentTarget.getScreenCTM().inverse());
    const far = (choice) => Math.hypot(placeOf(choice)[0] - at.x, placeOf(choice)[1] - at.y);
    const [nearest] = open.sort((one, other) => far(one) - far(other));
    if (nearest && far(nearest) < HALF * Math.max(1.3, factor)) nearest.act();
  }

  // Makes "Try a move" visible. `keys`: what each key does, as well as Escape, which closes it.
  function start(render, keys) {
    function setOpen(open) {
      element.hidden = !open;
      for (const each of [opening, ...hidden]) each.classList.toggle("behind", open);
      if (open) render();
      if (open) focusChoice();
      else opening.querySelector("button").focus({ preventScroll: true });
    }

    const actions = { ...keys, Escape: () => setOpen(false) };
    addEventListener("keydown", (event) => {
      const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      const typed = event.target === list.querySelector("select") && event.key !== "Escape";
      if (element.hidden || modified || typed || !(event.key in actions)) return;
      event.preventDefault();
      actions[event.key]();
    }, true);
    steps.at(-1).addEventListener("click", () => setOpen(false));
    opening.firstElementChild.addEventListener("click", () => setOpen(true));
    opening.hidden = false;
  }

  return { UNIT, HALF, table, find, steps, add, drawTarget, offer, write, choose, start };
})();
