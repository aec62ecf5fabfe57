// Plays out lines of moves on the page of a running board. A table in the page defines how pieces
// move (Movement in pbm/game.py). In the end, the server decides whether a move is legal.
"use strict";

(() => {
  const { UNIT, HALF, table, find } = panel;
  const RISE = 1.7;
  const HIGHER = "\u25b2";
  const [ROWS, COLUMNS, LEVELS] = table.size;
  const many = table.names.length > 2;
  const drawing = find("svg"), tried = find(".tried"), below = find(".below-tried");
  const [toStart, back, next] = panel.steps;

  // A place is one number for level, row and column, counted from the lowest level's top left.

  function placeAt(level, row, column) {
    const inside = level >= 0 && level < LEVELS && row >= 0 && row < ROWS - level;
    return inside && column >= 0 && column < COLUMNS - level ? (level * ROWS + row) * COLUMNS + column : -1;
  }

  function partsOf(place) {
    const line = Math.floor(place / COLUMNS);
    return [Math.floor(line / ROWS), line % ROWS, place % COLUMNS];
  }

  function stepped(place, [down, across, up = 0]) {
    const [level, row, column] = partsOf(place);
    return placeAt(level + up, row + down, column + across);
  }

  function nameOf(place) {
    const [level, row, column] = partsOf(place);
    const label = (labels, index) => labels[LEVELS > 1 ? 2 * index + level : index];
    return table.square.replace("{row}", label(table.rows, row)).replace("{column}", label(table.columns, column));
  }

  const SUPPORTS = [[0, 0, -1], [0, 1, -1], [1, 0, -1], [1, 1, -1]];
  const supports = (place) => (place >= ROWS * COLUMNS ? SUPPORTS.map((step) => stepped(place, step)) : []);

  // Positions.

  const first = {
    pieces: table.pieces.map(([level, row, column, seat, moves, shape, look]) =>
      ({ at: placeAt(level, row, column), seat, moves, shape, look })),
    closed: new Map(table.closed.map((place) => [place, -1])),
    turn: table.turn, out: new Set(table.out), ended: false, from: -1, to: -1, mover: -1, move: "",
  };

  const pieceAt = (position, place) => position.pieces.find((piece) => piece.at === place);
  const isPinned = (position, piece) => position.pieces.some((other) => supports(other.at).includes(piece.at));

  function targets(position, piece) {
    if (!piece.moves || isPinned(position, piece)) return [];
    return table.leaps.flatMap(([leap, ...between]) => {
      const place = stepped(piece.at, leap), taken = pieceAt(position, place);
      const blocked = between.some((step) => pieceAt(position, stepped(piece.at, step)));
      const occupied = taken && !(table.takes && taken.seat !== piece.seat);
      const closed = position.closed.has(place) && table.goals[piece.seat] !== place;
      const unsupported = supports(place).some((below) => !pieceAt(position, below));
      return place < 0 || blocked || occupied || closed || unsupported ? [] : [place];
    });
  }

  const piecesOf = (position, seat) => position.pieces.filter((piece) => piece.seat === seat && piece.moves);
  const movable = (position, seat) => piecesOf(position, seat).filter((piece) => targets(position, piece).length);
  const isStuck = (position, piece) => !isPinned(position, piece) && !targets(position, piece).length;

  function isOver(position) {
    if (position.ended || !table.anyStuck) return position.ended || position.out.size >= table.names.length - 1;
    return table.names.some((_, seat) => {
      const own = piecesOf(position, seat);
      return own.every((piece) => isPinned(position, piece)) || own.some((piece) => isStuck(position, piece));
    });
  }

  function after(position, piece, place) {
    const taken = pieceAt(position, place), mover = piece.seat, name = nameOf(place);
    const result = {
      pieces: position.pieces.filter((each) => each !== taken)
        .map((each) => (each === piece ? { ...each, at: place } : each)),
      closed: new Map(position.closed), turn: mover, out: new Set(position.out),
      ended: Boolean(taken) || table.goals[mover] === place, from: piece.at, to: place, mover,
      move: table.byPiece ? `${nameOf(piece.at)}-${name}` : name,
    };
    if (table.closes) result.closed.set(piece.at, mover);
    do result.turn = (result.turn + 1) % table.names.length;
    while (!result.ended && !canGoOn(result));
    return result;
  }

  // A player who can't move on their turn is out.
  function canGoOn(position) {
    if (table.anyStuck || isOver(position)) return true;
    if (!position.out.has(position.turn) && movable(position, position.turn).length) return true;
    position.out.add(position.turn);
    return isOver(position);
  }

  // The line of moves. The board shows the position after the first `shown` of them.

  let line = [first], shown = 0, chosen = null;
  const now = () => line[shown];

  function show(index) {
    shown = Math.max(0, Math.min(index, line.length - 1));
    chosen = null;
    render();
  }

  function play(piece, place) {
    line = [...line.slice(0, shown + 1), after(now(), piece, place)];
    show(shown + 1);
  }

  function choose(piece) {
    chosen = piece;
    render();
  }

  // The reader can choose a piece, and then the place that it moves to.
  function options() {
    const position = now();
    if (isOver(position)) return [];
    const own = movable(position, position.turn);
    const piece = table.byPiece ? own.find((each) => each === chosen) : own[0];
    const goals = piece ? targets(position, piece).map((place) => ({ place, act: () => play(piece, place) })) : [];
    const others = table.byPiece ? own.filter((each) => each !== piece) : [];
    return [...goals, ...others.map((each) => ({ place: each.at, piece: each, act: () => choose(each) }))];
  }

  // Words and buttons.

  function render() {
    const position = now(), over = isOver(position), open = options();
    const told = position.move ? `${table.names[position.mover]}: ${position.move}. ` : "";
    const out = [...position.out].filter((seat) => !first.out.has(seat)).map((seat) => `${table.names[seat]} is out. `);
    const turn = over ? "This ends the game." : `${table.names[position.turn]} to move.`;
    find(".told").textContent = `${told}${many ? out.join("") : ""}${turn}`;
    find(".line").textContent = line.slice(1, shown + 1)
      .map((each, index) => `${table.ply + index + 1}. ${each.move}`).join("  ");
    for (const [button, dead] of [[toStart, !shown], [back, !shown && !chosen], [next, shown === line.length - 1]]) {
      button.disabled = dead;
    }
    panel.offer(open.map(choice));
    draw(position, over, open);
    panel.write(shown ? line[1].move : "");
  }

  const raised = (place) => (partsOf(place)[0] ? `${HIGHER}${partsOf(place)[0] + 1}` : "");

  function choice({ place, piece, act }) {
    const text = [nameOf(place), raised(place)].filter(Boolean).join(" ");
    const label = table.byPiece ? (piece ? "The piece on " : "To ") + text : "";
    return { text, label, quiet: piece || !table.byPiece, act };
  }

  // Draws the board with the same elements and classes as the server's drawings.

  function middle(place) {
    const [level, row, column] = partsOf(place);
    return [column * UNIT + HALF + level * HALF, row * UNIT + HALF + level * (HALF - RISE)];
  }

  const add = (name, attributes, group = tried) => panel.add(group, name, attributes);

  function draw(position, over, open) {
    const ends = (piece) => piece.moves && isStuck(position, piece) && (table.anyStuck || position.out.has(piece.seat));
    const stuck = new Set(over && !position.ended ? position.pieces.filter(ends) : []);
    const goals = open.filter(({ piece }) => !piece).map(({ place }) => place);
    const closed = [...position.closed].filter(([, seat]) => seat >= 0);
    const colours = new Map([
      ...closed.map(([place, seat]) => [place, table.trails ? `trail-${seat}` : "closed"]),
      ...[position.from, position.to].filter((place) => place >= 0).map((place) => [place, "last"]),
      ...[...goals, ...(chosen ? [chosen.at] : [])].map((place) => [place, "target"]),
      ...[...stuck].map((piece) => [piece.at, "trapped"]),
    ]);
    for (const group of [tried, below]) group.replaceChildren();
    if (table.trails) line.slice(1, shown + 1).forEach(drawTrail);
    for (let level = 0; level < LEVELS; level++) {
      const isHere = (place) => partsOf(place)[0] === level;
      for (const [place, name] of colours) if (isHere(place)) colour(place, name);
      for (const piece of position.pieces) if (isHere(piece.at)) drawPiece(position, piece, stuck);
      goals.filter(isHere).forEach(drawTarget);
    }
  }

  function colour(place, name) {
    const [level, row, column] = partsOf(place), [x, y] = middle(place);
    const shade = (row + column) % 2 && ["last", "target"].includes(name) ? " dark" : "";
    if (level) add("circle", { class: `place ${name}`, cx: x, cy: y - RISE / 2, r: 3.2 });
    else add("path", { class: `square ${name}${shade}`, d: `M${x - HALF} ${y}h${UNIT}` }, below);
  }

  function drawTrail({ from, to, mover }) {
    const [x, y] = middle(from), [right, down] = middle(to).map((end, axis) => (end - [x, y][axis]) / 2);
    const d = `M${x} ${y}l${right} ${down}l${right} ${down}`;
    add("path", { class: `line trail-${mover}`, "marker-mid": `url(#arrow-${mover})`, d });
  }

  function drawPiece(position, piece, stuck) {
    const factor = table.factor, [x, y] = middle(piece.at).map((at, axis) =>
      Math.max(HALF * factor, Math.min(at, [COLUMNS, ROWS][axis] * UNIT - HALF * factor)));
    const stone = LEVELS > 1 && document.getElementById(`${piece.shape}-stone`) ? "-stone" : "";
    const pale = isPinned(position, piece) || (many && position.out.has(piece.seat)) ? " pale" : "";
    const mark = stuck.has(piece) ? " trapped" : piece.at === position.to || piece === chosen ? " last" : "";
    if (mark === " trapped") add("use", { class: "cross", href: "#cross", x: x - HALF, y: y - HALF });
    const transform = `translate(${x - HALF * factor} ${y - HALF * factor}) scale(${factor})`;
    add("use", { class: `${piece.look}${pale}${mark}`, href: `#${piece.shape}${stone}`, transform });
  }

  function drawTarget(place) {
    const occupied = pieceAt(now(), place), { factor } = table;
    panel.drawTarget(tried, middle(place), { name: nameOf(place), suffix: raised(place), occupied, factor });
  }

  function stepBack() {
    if (chosen) choose(null);
    else show(shown - 1);
  }

  drawing.addEventListener("click", (event) => panel.choose(event, options(), ({ place }) => middle(place), table.factor));
  toStart.addEventListener("click", () => show(0));
  back.addEventListener("click", stepBack);
  next.addEventListener("click", () => show(shown + 1));
  panel.start(render, { Home: () => show(0), ArrowLeft: stepBack, ArrowRight: () => show(shown + 1), End: () => show(line.length) });
})();
