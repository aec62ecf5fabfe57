// Searches boards by player, game, option and result. The data is in files next to the lists of a
// player or game. They are loaded a few at a time, beginning with the newest boards.
"use strict";

(() => {
  const form = document.querySelector(".search");
  if (!form) return;

  const ENOUGH = 50, MAX_FILES = 30, MAX_NAMES = 20;
  const site = JSON.parse(document.querySelector(".search-table").textContent);
  const [found, names, list, further] =
    [".found", ".names", ".boards", ".further"].map((each) => document.querySelector(each));
  const { player, game, option, result } = form.elements;
  const suggestions = document.getElementById("names");

  // Each file is a script that calls pbmRows with its path and its rows.

  const rowsOf = new Map(), asked = new Map();
  window.pbmRows = (path, rows) => rowsOf.set(path, rows);

  function load(path) {
    if (!asked.has(path)) asked.set(path, new Promise((resolve) => {
      const script = document.createElement("script");
      script.onload = script.onerror = () => resolve(rowsOf.get(path) ?? []);
      script.src = path;
      document.head.append(script);
    }));
    return asked.get(path);
  }

  const numbered = (path, part) => `${path}${part > 1 ? `-${part}` : ""}.js`;

  // Returns the players whose names begin with this text, ignoring case.
  async function playersLike(text) {
    const parts = site.players.flatMap(([first, last], index) =>
      (first.slice(0, text.length) <= text && text <= last.slice(0, text.length) ? [index + 1] : []));
    const rows = await Promise.all(parts.map((part) => load(part > 1 ? `players/~${part}.js` : "players.js")));
    return rows.flat().filter(([name]) => name.toLowerCase().startsWith(text));
  }

  // The state of a search: the files that aren't loaded yet, by game.

  let search = { files: [], looked: 0, shown: 0 };

  async function begin() {
    const mine = search = { files: [], looked: 0, shown: 0 }, text = player.value.trim().toLowerCase();
    for (const each of [names, list.tBodies[0]]) each.replaceChildren();
    list.hidden = further.hidden = true;
    found.textContent = "Searching …";
    const like = text ? await playersLike(text) : [];
    if (mine !== search) return;
    const exact = like.find(([name]) => name.toLowerCase() === text);
    if (text && !exact) return offer(like);
    mine.text = text;
    mine.files = Object.keys(site.games).map((each, index) => {
      if (game.value && each !== game.value) return [];
      return exact ? partsOf(text, each, exact[1][index]) : blocksOf(each);
    });
    if (exact) names.append(item(link(`players/${text}.html`, `${exact[0]}'s page`)));
    await goOn(mine);
  }

  const partsOf = (name, each, count) =>
    Array.from({ length: count }, (_, index) => [each, numbered(`players/${name}~${each}`, count - index)]);
  const blocksOf = (each) => site.games[each][1].map((first) => [each, `${each}/boards-${first}.js`]).reverse();

  // Loads more files, one of each game in turn, until enough boards are found.
  async function goOn(mine) {
    let loaded = 0, more = 0;
    further.hidden = true;
    found.textContent = "Searching …";
    while (mine.files.some((each) => each.length) && loaded < MAX_FILES && more < ENOUGH) {
      const next = mine.files.flatMap((each) => each.splice(0, 1));
      const rows = (await Promise.all(next.map(async ([each, path]) =>
        (await load(path)).map((row) => [each, ...row])))).flat();
      if (mine !== search) return;
      const fitting = rows.filter((row) => fits(row, mine.text));
      fitting.sort((one, other) => (other[5] > one[5] ? 1 : other[5] < one[5] ? -1 : other[1] - one[1]));
      list.tBodies[0].append(...fitting.map(row));
      loaded += next.length;
      more += fitting.length;
      mine.looked += rows.length;
    }
    mine.shown += more;
    list.hidden = !mine.shown;
    further.hidden = !mine.files.some((each) => each.length);
    const searched = `${mine.looked} ${mine.looked === 1 ? "game" : "games"}`;
    found.textContent = `Searched ${searched}${further.hidden ? "" : " so far"} and found ${mine.shown}.`;
  }

  function fits([, , players, options, , , winners], text) {
    const own = players.map((each) => String(each).toLowerCase()).indexOf(text);
    const words = option.value.toLowerCase().split(/[\s,]+/);
    const results = {
      running: () => !winners,
      finished: () => winners,
      drawn: () => winners && !winners.length,
      won: () => winners?.length && (!text || winners.includes(own)),
      lost: () => winners?.length && (!text || !winners.includes(own)),
    };
    return words.every((word) => options.toLowerCase().includes(word)) && (!result.value || results[result.value]());
  }

  function offer(like) {
    const begins = `begins with “${player.value.trim()}”`;
    found.textContent = like.length ? `Players whose userid ${begins}:` : `No player's userid ${begins}.`;
    for (const [name] of like.slice(0, MAX_NAMES)) names.append(item(link(`?player=${name}`, name)));
  }

  // Elements.

  function element(tag, className, ...content) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...content);
    return made;
  }

  function link(href, words) {
    const made = element("a", "", words);
    made.href = href;
    return made;
  }

  function item(content) {
    content.className = "button quiet";
    return element("li", "", content);
  }

  function row([each, number, players, options, state, day]) {
    const board = element("th", "board-name", link(`${each}/${number}.html`, `${site.games[each][0]} ${number}`));
    board.scope = "row";
    const who = players.flatMap((name, seat) => [
      ...(seat ? [element("span", "faint", " – ")] : []),
      Array.isArray(name) ? name[0] : link(`players/${name.toLowerCase()}.html`, name),
    ]);
    const cells = [["players", ...who], ["options", options], ["state", state], ["num when", day]];
    return element("tr", "", board, ...cells.map((cell) => element("td", ...cell)));
  }

  // The URL contains the fields, so that a search can be linked, and Back returns to it.

  function read() {
    const wanted = new URLSearchParams(location.search);
    for (const field of [player, game, option, result]) field.value = wanted.get(field.name) ?? "";
    if ([...wanted].length) begin();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = [...new FormData(form)].filter(([, value]) => value.trim());
    history.pushState(null, "", `?${new URLSearchParams(fields)}`);
    begin();
  });

  player.addEventListener("input", async () => {
    const text = player.value.trim().toLowerCase(), like = text ? await playersLike(text) : [];
    suggestions.replaceChildren(...like.slice(0, MAX_NAMES).map(([name]) => element("option", "", name)));
  });

  further.addEventListener("click", () => goOn(search));
  addEventListener("popstate", read);
  form.hidden = false;
  read();
})();
