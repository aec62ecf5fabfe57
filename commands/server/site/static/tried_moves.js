// Shows the position after one move on the page of a running board, in games whose pieces move in
// ways that only the server knows. A table in the page lists the legal moves and their effects.
"use strict";

(() => {
  const { UNIT, HALF, table, find } = panel;
  const EMPTY = 0;
  const layers = [...document.querySelectorAll(".trial svg .tried")]
    .map((tried) => ({ tried, below: tried.parentNode.querySelector(".below-tried") }));
  const hands = document.querySelectorAll(".trial .hand");
  const [back] = panel.steps;

  // The steps of a move are squares, and words such as `pass` or `N@`.
  const moves = table.forms.flatMap((form) => form.moves.map((row) => {
    const squares = row.slice(0, form.looks.length), others = row.slice(form.looks.length);
    return { form, squares, others, steps: form.words ? [form.words, ...squares] : squares };
  }));

  const notation = ({ form, squares }) =>
    form.text.map((part) => (typeof part === "number" ? table.squares[squares[part]] : part)).join("");

  // Returns the changes of a move: squares, and how they look after it.
  function changesOf({ form, squares, others }) {
    const changes = squares.map((square, index) => [square, form.looks[index]]);
    for (let index = 0; index < others.length; index += 2) changes.push(others.slice(index, index + 2));
    return changes;
  }

  // The steps that are chosen, and the move if there are enough.

  let chosen = [], made = null;

  function choose(steps) {
    const open = matching(steps);
    chosen = steps;
    made = open.length === 1 && isComplete(open[0]) ? open[0] : null;
    render();
  }

  function finish(move) {
    made = move;
    render();
  }

  function stepBack() {
    choose(made && matching(chosen).length > 1 ? chosen : chosen.slice(0, -1));
  }

  const matching = (steps) => moves.filter((move) => steps.every((step, index) => move.steps[index] === step));
  const isComplete = (move) => move.steps.length === chosen.length;
  const isWords = (step) => typeof step === "string";
  const nameOf = (step) => (isWords(step) ? step : table.squares[step]);
  const isFree = (step) => table.now[step] === EMPTY;

  function stepsAt(open, level) {
    const steps = new Set(open.filter((move) => move.steps.length > level).map((move) => move.steps[level]));
    const compare = (one, other) => nameOf(one).localeCompare(nameOf(other), "en", { numeric: true });
    return [...steps].sort((one, other) => isWords(one) - isWords(other) || compare(one, other));
  }

  // Returns the choices: moves whose steps are all chosen, next steps, and pieces to choose instead.
  // A goal is a square to which something moves.
  function options() {
    if (made) return [];
    const open = matching(chosen), level = chosen.length, next = stepsAt(open, level);
    const others = level === 1 ? stepsAt(moves, 0).filter((step) => ![...next, chosen[0]].includes(step)) : [];
    return [
      ...open.filter(isComplete).map((move) => ({ text: notation(move), act: () => finish(move) })),
      ...next.map((step) => ({ ...(level ? goal(step) : beginning(step)), act: () => choose([...chosen, step]) })),
      ...others.map((step) => ({ ...beginning(step), goal: false, act: () => choose([step]) })),
    ];
  }

  const goal = (step) => ({ step, goal: true, text: nameOf(step), label: isWords(step) ? "" : `To ${nameOf(step)}` });

  function beginning(step) {
    const text = nameOf(step), isPiece = !isWords(step) && !isFree(step);
    const isWhole = !isWords(step) || moves.some(({ steps }) => steps[0] === step && steps.length === 1);
    return { step, goal: isFree(step), text: isWhole ? text : `${text}\u2026`, label: isPiece ? `The piece on ${text}` : "", quiet: true };
  }

  const onBoard = (open) => open.filter(({ step }) => typeof step === "number");

  function render() {
    const open = options(), move = made ? notation(made) : "";
    find(".told").textContent = made ? `${table.mover}: ${move}. ${table.told[made.form.told]}` : `${table.mover} to move.`;
    find(".line").textContent = made ? `${table.ply + 1}. ${move}` : "";
    back.disabled = !chosen.length;
    panel.offer(open);
    panel.write(move);
    hands.forEach((each, seat) => showHand([...each.children], made ? made.form.hands[seat] : 0));
    draw(onBoard(open).filter((each) => each.goal).map(({ step }) => step));
  }

  function showHand(variants, shown) {
    variants.forEach((each, index) => { each.hidden = index !== shown; });
  }

  // Draws the board with the same elements and classes as the server's drawings.

  function draw(goals) {
    const looks = [...table.now], changes = made ? changesOf(made) : halfMade();
    for (const [square, look] of changes) looks[square] = look;
    // If most empty squares can be chosen, marks would hide the board.
    const marked = goals.length > table.now.filter((look) => look === EMPTY).length / 2 ? [] : goals;
    const colours = new Map([
      ...(made ? changes.map(([square]) => [square, "last"]) : chosen.map((step) => [step, "target"])),
      ...marked.map((square) => [square, "target"]),
    ]);
    for (const { tried, below } of layers) for (const group of [tried, below]) group.replaceChildren();
    looks.forEach((look, square) => drawSquare(square, table.looks[look] ?? [], colours.get(square)));
    for (const square of marked) drawTarget(square, looks[square] !== EMPTY);
  }

  // Returns the changes by which a piece has reached the last chosen square, if the move goes on.
  function halfMade() {
    const [move] = matching(chosen).sort((one, other) => other.form.moves.length - one.form.moves.length);
    const changes = changesOf(move).slice(0, chosen.filter((step) => !isWords(step)).length);
    const hasArrived = changes.length > 1 && table.looks[changes.at(-1)[1]]?.length > 1;
    return hasArrived ? changes : [];
  }

  // The look of a piece has classes and a shape, and that of another square only a class.
  function drawSquare(square, [name, shape], mark) {
    const [x, y, level = 0] = table.places[square], { tried, below } = layers[level], { factor, size } = table;
    const colour = shape || mark === "target" ? mark : name ?? mark;
    if (colour && table.coloured) drawColour(below, [x, y], colour);
    if (!shape) return;
    const [left, top] = [x, y].map((at, axis) => Math.max(0, Math.min(at - HALF * factor, size[axis] - 2 * HALF * factor)));
    const edge = mark === "last" || chosen.includes(square) ? " last" : "";
    panel.add(tried, "use", { class: name + edge, href: `#${shape}`, transform: `translate(${left} ${top}) scale(${factor})` });
  }

  function drawColour(group, [x, y], name) {
    if (table.cell) return panel.add(group, "path", { class: `cell ${name}`, d: `M${x} ${y}${table.cell}` });
    const isDark = ["last", "target"].includes(name) && Math.round((x + y) / UNIT - 1) % 2;
    return panel.add(group, "path", { class: `square ${name}${isDark ? " dark" : ""}`, d: `M${x - HALF} ${y}h${UNIT}` });
  }

  function drawTarget(square, occupied) {
    const [x, y, level = 0] = table.places[square], { factor, coloured } = table;
    panel.drawTarget(layers[level].tried, [x, y], { name: table.squares[square], occupied, named: coloured, factor });
  }

  layers.forEach(({ tried }, layer) => tried.ownerSVGElement.addEventListener("click", (event) => {
    const placeOf = ({ step }) => table.places[step];
    panel.choose(event, onBoard(options()).filter((each) => (placeOf(each)[2] ?? 0) === layer), placeOf, table.factor);
  }));
  back.addEventListener("click", stepBack);
  const nothing = () => {};
  panel.start(render, { Home: () => choose([]), ArrowLeft: stepBack, ArrowRight: nothing, End: nothing });
})();
