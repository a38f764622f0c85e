"use strict";
// The timeline: map, tracks and log of one moment together. All drawings are made already; this puts them in place.
(() => {
  const box = document.querySelector(".timeline");
  if (!box) return;
  const data = JSON.parse(box.querySelector("script").textContent);
  const find = (selector) => box.querySelector(selector);
  const layer = (name) => find(`[data-layer="${name}"]`);
  const make = (name, given = {}, text = "") => {
    const element = document.createElementNS(find("svg.map").namespaceURI, name);
    for (const [key, value] of Object.entries(given)) if (value !== "") element.setAttribute(key, value);
    if (text !== "") element.textContent = text;
    return element;
  };
  const write = (name, text, given = {}) => Object.assign(document.createElement(name), { textContent: text, ...given });

  const colours = (side) => data.sides[Object.hasOwn(data.sides, side) ? side : ""];

  // What changed in each frame, added up: every moment as a whole.
  const moments = [];
  for (const frame of data.frames) {
    const last = moments.at(-1) || { stacks: {}, held: {}, tracks: {}, way: -1, over: [] };
    moments.push({
      stacks: frame.m ? { ...last.stacks, ...frame.m } : last.stacks,
      held: frame.c ? { ...last.held, ...frame.c } : last.held,
      tracks: frame.k ? { ...last.tracks, ...frame.k } : last.tracks,
      way: frame.w ?? last.way,
      over: frame.o ?? last.over,
    });
  }
  const count = moments.length;
  const turnOf = (at) => data.frames[at].t;
  // Where a run of frames of one turn begins and ends; a turn taken back may have several.
  const runStart = (at) => { while (at > 0 && turnOf(at - 1) === turnOf(at)) at--; return at; };
  const runEnd = (at) => { while (at < count - 1 && turnOf(at + 1) === turnOf(at)) at++; return at; };

  const slider = find("input[type=range]"), whole = find("[data-whole]"), play = find("[data-go=play]");
  slider.max = count;
  let now = -1, timer = 0;

  const pieces = new Map();
  function showPieces(stacks) {
    const seen = new Set();
    for (const number of Object.values(stacks)) {
      for (const [key, glyph, x, y, size, many, told] of data.stacks[number]) {
        seen.add(key);
        let piece = pieces.get(key);
        if (!piece) pieces.set(key, piece = layer("pieces").appendChild(make("g")));
        piece.style.transform = `translate(${x}px, ${y}px)`;
        const look = `${glyph} ${size} ${many} ${told}`;
        if (piece.look === look) continue;
        piece.look = look;
        piece.replaceChildren(make("title", {}, data.words[told]));
        const bold = { "text-anchor": "middle", "font-weight": "bold" };
        if (glyph < 0) {
          piece.append(make("text", { ...bold, y: size / 6, "font-size": size / 2 }, `+${many}`));
          continue;
        }
        piece.append(make("use", { href: `#moving-g${glyph}`, transform: `scale(${size / 40})` }));
        if (many > 1) {
          const at = { x: size / 2 - 3, y: 4 - size / 2 };
          piece.append(make("circle", { cx: at.x, cy: at.y, r: 6, fill: data.ink }));
          piece.append(make("text", { ...bold, x: at.x, y: at.y + 3, "font-size": 8, fill: "#fff" }, `${many}`));
        }
      }
    }
    for (const [key, piece] of pieces) if (!seen.has(key)) { piece.remove(); pieces.delete(key); }
    const standing = Object.entries(stacks).filter(([, number]) => data.stacks[number].length);
    find(".standing").replaceChildren(...standing.map(([place, number]) =>
      write("li", `${data.places[place]}: ${data.stacks[number].map((slot) => data.words[slot[6]]).join("; ")}`)));
  }

  function showHeld(held) {
    for (const outline of layer("held").children) {
      const side = held[outline.dataset.space];
      outline.setAttribute("visibility", side ? "visible" : "hidden");
      if (!side) continue;
      const [colour, dashes] = colours(side);
      outline.setAttribute("stroke", colour);
      outline.setAttribute("stroke-dasharray", dashes || "none");
    }
  }

  function showWays(number) {
    layer("ways").replaceChildren(...(data.ways[number] || []).flatMap(([side, d]) => [
      make("path", { d, stroke: "#fff", "stroke-width": data.line + 3 }),
      make("path", { d, stroke: colours(side)[0], "stroke-width": data.line }),
    ]));
  }

  function showArrows(numbers) {
    layer("arrows").replaceChildren(...numbers.map((number) => {
      const [kind, side, shaft, head, told, label, x, y] = data.arrows[number];
      const [width, dashes, own] = data.strokes[kind];
      const colour = own || colours(side)[0];
      const group = make("g", { class: `arrow ${kind}` });
      group.append(make("title", {}, told));
      const line = { d: shaft, fill: "none", "stroke-linecap": dashes ? "butt" : "round" };
      if (shaft) {
        group.append(make("path", { ...line, stroke: "#fff", "stroke-width": width + data.seam }));
        group.append(make("path", { ...line, stroke: colour, "stroke-width": width, "stroke-dasharray": dashes }));
      }
      if (head) group.append(make("path", { d: head, fill: colour, stroke: "#fff" }));
      if (label) group.append(make("text", { ...data.label, x, y, fill: colour, "text-anchor": "middle" }, label));
      return group;
    }));
  }

  function showTracks(tracks, before) {
    const rows = Object.entries(tracks).filter(([id, value]) => value !== null && data.tracks[id]).map(([id, value]) => {
      const [name, low, high] = data.tracks[id];
      const row = write("tr", "");
      const head = write("th", name, { scope: "row" }), number = write("td", value, { className: "num" });
      const change = value - (before[id] ?? value);
      if (change) { row.className = "moved"; number.dataset.change = `(${change > 0 ? "+" : ""}${change})`; }
      const bar = write("span", "", { className: "bar" }), part = write("i", "");
      part.style.width = `${high > low ? Math.max(0, Math.min(100, ((value - low) / (high - low)) * 100)) : 0}%`;
      bar.append(part);
      const cell = write("td", "");
      cell.append(bar);
      row.append(head, number, cell);
      return row;
    });
    find(".tracks tbody").replaceChildren(...rows);
  }

  const stands = (number) => (number && document.getElementById(`e${number}`) ? `#e${number}` : "");
  function number(value) {
    const cell = write("span", "", { className: "n" });
    const to = stands(value);
    cell.append(to ? write("a", value, { href: to }) : document.createTextNode(value));
    return cell;
  }

  function showLog(frames) {
    find(".log ol").replaceChildren(...frames.flatMap((frame) => {
      const lines = frame.l.map(([at, words, struck, marking]) => {
        const line = write("li", "", { className: struck ? "struck" : "" });
        line.append(number(at), write("span", words));
        if (marking) line.lastChild.append(" ", write("span", marking, { className: "marking" }));
        return line;
      });
      if (!frame.n) return lines;
      const order = write("li", "", { className: frame.x ? "struck" : "" });
      order.append(number(frame.n), write("strong", frame.h));
      return [order, ...lines];
    }));
    find(".log").scrollTop = 0;
  }

  const phaseOf = (frame) => [`Turn ${frame.t}${frame.d ? ` (${frame.d})` : ""}`, frame.p, frame.s].filter(Boolean).join(", ");
  function show(at, quiet = false) {
    now = Math.max(0, Math.min(count - 1, at));
    const frame = data.frames[now], moment = moments[now];
    const first = whole.checked ? runStart(now) : now, last = whole.checked ? runEnd(now) : now;
    const frames = data.frames.slice(first, last + 1);
    // Of a whole turn, what was taken back is left out.
    const done = frames.filter((one) => !one.x || frames.length === 1);
    showPieces(moment.stacks);
    showHeld(moment.held);
    showWays(moment.way);
    const over = whole.checked ? moments.slice(first, last + 1).flatMap((one) => one.over) : moment.over;
    showArrows([...new Set([...over, ...done.flatMap((one) => one.a || [])])]);
    showTracks(moment.tracks, first ? moments[first - 1].tracks : {});
    showLog(frames);
    slider.value = now + 1;
    const taken = frame.x ? " (taken back or ruled otherwise)" : "";
    slider.setAttribute("aria-valuetext", `${phaseOf(frame)}: ${frame.h}${taken}, ${now + 1} of ${count}`);
    find(".moment").replaceChildren(
      write("b", `${phaseOf(frame)} · ${now + 1} of ${count}${taken}`), document.createTextNode(frame.h));
    for (const name of ["first", "turn-before", "before"]) find(`[data-go=${name}]`).disabled = now === 0;
    for (const name of ["after", "turn-after", "last"]) find(`[data-go=${name}]`).disabled = now === count - 1;
    if (!quiet) history.replaceState(null, "", `#t=${now + 1}`);
  }

  // Turn by turn one goes to the end of each, where its whole outcome lies on the map.
  const goes = {
    first: () => 0,
    last: () => count - 1,
    before: () => now - 1,
    after: () => now + 1,
    "turn-before": () => Math.max(0, runStart(now) - 1),
    "turn-after": () => (runEnd(now) === now ? runEnd(Math.min(count - 1, now + 1)) : runEnd(now)),
  };
  function stop() {
    clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
  }
  function go(name) {
    if (name !== "play") { stop(); show(goes[name]()); return; }
    if (timer) { stop(); return; }
    if (now === count - 1) show(0);
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => { show(now + 1); if (now === count - 1) stop(); }, 900);
  }

  const keys = {
    ArrowLeft: "before", ArrowDown: "before", ArrowRight: "after", ArrowUp: "after",
    PageUp: "turn-before", PageDown: "turn-after", Home: "first", End: "last",
  };
  find(".controls").addEventListener("keydown", (event) => {
    const name = keys[event.key];
    if (!name || event.altKey || event.ctrlKey || event.metaKey || event.target === whole) return;
    event.preventDefault();
    go(name);
  });
  find(".buttons").addEventListener("click", (event) => {
    const button = event.target.closest("[data-go]");
    if (!button) return;
    go(button.dataset.go);
    if (button.disabled) slider.focus();
  });
  slider.addEventListener("input", () => { stop(); show(slider.valueAsNumber - 1); });
  whole.addEventListener("change", () => show(now));

  // `#t=12` is a moment, `#map-turn-3` the end of a turn.
  function follow(arriving) {
    const name = location.hash.slice(1);
    const moment = /^t=(\d+)$/.exec(name), turn = /^map-turn-(-?\d+)$/.exec(name);
    if (moment) show(Number(moment[1]) - 1, true);
    else if (turn) {
      const end = data.frames.findLastIndex((frame) => frame.t === Number(turn[1]) && !frame.x);
      if (end >= 0) show(end, true);
    } else return;
    if (!arriving || moment || turn) box.scrollIntoView();
  }
  addEventListener("hashchange", () => { stop(); follow(false); });

  // Every order on the page gets a way to its moment.
  data.frames.forEach((frame, at) => {
    const order = frame.n && document.getElementById(`e${frame.n}`);
    if (!order || order.querySelector(".onmap")) return;
    const link = write("a", "on the map", { href: `#t=${at + 1}`, className: "onmap" });
    const inside = order.querySelector(":scope > .inside");
    if (inside) inside.prepend(link);
    else order.lastElementChild.append(" ", link);
  });

  box.hidden = false;
  const still = box.parentElement.querySelector(".still");
  if (still) still.hidden = true;
  if (location.hash) follow(true);
  if (now < 0) show(count - 1, true);
})();
