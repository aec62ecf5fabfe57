// Shows how long ago each time was, if it was within a month.
"use strict";

(() => {
  const MINUTE = 60_000, HOUR = 60 * MINUTE, DAY = 24 * HOUR;

  function words(passed) {
    if (passed < MINUTE) return "just now";
    if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`;
    if (passed < 2 * DAY) return `${Math.floor(passed / HOUR)} h ago`;
    return passed < 31 * DAY ? `${Math.floor(passed / DAY)} days ago` : "";
  }

  function tell() {
    for (const place of document.querySelectorAll(".ago"))
      place.textContent = words(Date.now() - Date.parse(place.previousElementSibling.dateTime));
  }

  tell();
  setInterval(tell, MINUTE);
})();

// Steps through the positions of a game with keys, and plays them one after another. It only follows
// links that are on the page anyway.

(() => {
  const game = document.querySelector(".game");
  if (!game) return;

  const KEYS = { Home: 0, ArrowLeft: 1, ArrowRight: 2, End: 3 };
  const FIRST = 0, NEXT = 2;
  const PAUSE = 1200;
  const PLAYING = "pbm-playing";
  const playback = game.querySelector(".playback");
  const button = playback.querySelector("button");
  const announcement = game.querySelector("[role=status]");
  const words = button.textContent;
  let timer = 0;

  // A page that has just been loaded has no :target yet.
  const shown = () =>
    [...game.querySelectorAll(".position")].find((each) => `#${each.id}` === location.hash) ??
    game.querySelector(".position:last-child");

  // The First, Back, Next and Last elements of the visible position. Some of them aren't links.
  const steps = () => [...shown().querySelector(".steps").children];

  function mark() {
    const list = document.querySelector(".moves .scroll");
    for (const link of document.querySelectorAll(".moves a")) {
      const current = link.getAttribute("href") === `#${shown().id}`;
      link.toggleAttribute("aria-current", current);
      if (current) {
        link.setAttribute("aria-current", "true");
        const below = link.getBoundingClientRect().top - list.getBoundingClientRect().top;
        if (below < 40 || below > list.clientHeight - 40) list.scrollTop += below - list.clientHeight / 2;
      }
    }
  }

  // Shows a position without scrolling the page, unless the board is out of sight.
  function show(href) {
    const step = steps().indexOf(document.activeElement);
    const top = scrollY;
    location.replace(href);
    scrollTo({ top, behavior: "instant" });
    const place = shown().getBoundingClientRect();
    if (place.top < 0 || place.top > innerHeight / 2) shown().scrollIntoView();
    if (step >= 0) focusStep(step);
    mark();
    announcement.textContent = shown().querySelector("h2").textContent;
  }

  function focusStep(step) {
    const links = steps();
    const link = links[step].href ? links[step] : links[3 - step];
    if (link.href) link.focus({ preventScroll: true });
  }

  function follow(link) {
    const href = link.getAttribute("href");
    if (href?.startsWith("#")) show(href);
    else if (href) location.assign(href);
    return Boolean(href);
  }

  function play() {
    button.textContent = "Pause";
    const link = steps()[NEXT];
    if (!link.href) follow(steps()[FIRST]);
    timer = setInterval(advance, PAUSE);
  }

  function pause() {
    clearInterval(timer);
    timer = 0;
    button.textContent = words;
  }

  function advance() {
    const link = steps()[NEXT];
    if (link.href && !link.getAttribute("href").startsWith("#")) sessionStorage.setItem(PLAYING, "1");
    if (!follow(link)) pause();
  }

  document.addEventListener("keydown", (event) => {
    const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!(event.key in KEYS) || modified || event.defaultPrevented) return;
    event.preventDefault();
    pause();
    follow(steps()[KEYS[event.key]]);
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#move-"]');
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pause();
    show(link.getAttribute("href"));
  });

  button.addEventListener("click", () => (timer ? pause() : play()));
  addEventListener("hashchange", mark);
  if (steps().some((link) => link.href)) playback.hidden = false;
  mark();
  if (sessionStorage.getItem(PLAYING)) {
    sessionStorage.removeItem(PLAYING);
    play();
  }
})();
