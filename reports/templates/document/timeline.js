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
  const within = (name, given, ...parts) => { const element = write(name, "", given); element.append(...parts); return element; };

  const side = (id) => data.sides[Object.hasOwn(data.sides, id) ? id : ""];
  const beside = new Set(data.beside);

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
  const count = data.frames.length;
  const turnOf = (at) => data.frames[at].t;

  // Where the slider stops: at steps, or at every order; at a fight before the dice decide, and after.
  const slider = find("input[type=range]"), every = find("[data-every]"), follow = find("[data-follow]"), play = find("[data-go=play]");
  let stops = [], now = -1, timer = 0;
  function setStops() {
    stops = [];
    data.frames.forEach((frame, at) => {
      if (every.checked ? frame.q : !frame.e) return;
      if (frame.f && (every.checked || !data.once)) stops.push({ at, before: true });
      stops.push({ at, before: false });
    });
    if (!stops.length) stops.push({ at: count - 1, before: false });
    slider.max = stops.length;
    drawStrip();
  }
  // The stop of a frame: its own, else the next that shows what it did.
  const stopOf = (at) => { const found = stops.findIndex((stop) => stop.at >= at); return found < 0 ? stops.length - 1 : found; };

  const pieces = new Map();
  function showPieces(stacks) {
    const seen = new Set();
    for (const [place, number] of Object.entries(stacks)) {
      const into = layer(beside.has(Number(place)) ? "beside" : "pieces");
      if (!into) continue;
      let below = null;
      for (const [which, x, y, size, many = 1] of data.stacks[number]) {
        const [key, glyph, told] = data.pieces[which];
        seen.add(key);
        let piece = pieces.get(key);
        if (!piece) pieces.set(key, piece = make("g"));
        // Within a stack each lies over the one before; only what lies otherwise is moved, so that the rest glides.
        const under = below && piece.compareDocumentPosition(below) & Node.DOCUMENT_POSITION_FOLLOWING;
        if (piece.parentNode !== into || under) into.append(piece);
        below = piece;
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
          const at = { x: size / 2 + 1, y: 6 - size / 2 };
          piece.append(make("circle", { cx: at.x, cy: at.y, r: 7, fill: data.ink, stroke: "#fff" }));
          piece.append(make("text", { ...bold, x: at.x, y: at.y + 3.3, "font-size": 9.5, fill: "#fff" }, `${many}`));
        }
      }
    }
    for (const [key, piece] of pieces) if (!seen.has(key)) { piece.remove(); pieces.delete(key); }
    const standing = Object.entries(stacks).filter(([, number]) => data.stacks[number].length);
    find(".standing").replaceChildren(...standing.map(([place, number]) =>
      write("li", `${data.places[place]}: ${data.stacks[number].map(([which]) => data.words[data.pieces[which][2]]).join("; ")}`)));
  }

  // Who holds what: a tint, and one line around all that a side holds together.
  const areas = new Map();
  for (const area of layer("held").children) {
    const corners = area.getAttribute("points").trim().split(/\s+/).map((pair) => pair.split(",").map(Number));
    let turn = 0;
    const edges = corners.map(([x, y], index) => {
      const [to, down] = corners[(index + 1) % corners.length];
      turn += x * down - to * y;
      return { x, y, to, down, middle: [(x + to) / 2, (y + down) / 2] };
    });
    areas.set(area.dataset.space, { area, edges, way: turn < 0 ? -1 : 1 });
  }
  const nearby = new Map();
  const cell = (x, y) => `${Math.round(x / 8)} ${Math.round(y / 8)}`;
  for (const [space, { edges }] of areas) for (const edge of edges) {
    edge.space = space;
    const key = cell(...edge.middle);
    nearby.set(key, [...(nearby.get(key) || []), edge]);
  }
  function acrossFrom(edge) {
    if (edge.across !== undefined) return edge.across;
    edge.across = "";
    const [x, y] = edge.middle;
    for (const dx of [-8, 0, 8]) for (const dy of [-8, 0, 8]) for (const other of nearby.get(cell(x + dx, y + dy)) || []) {
      const near = Math.hypot(other.middle[0] - x, other.middle[1] - y) < 2.5;
      const long = Math.hypot(edge.to - edge.x, edge.down - edge.y) - Math.hypot(other.to - other.x, other.down - other.y);
      if (near && Math.abs(long) < 5 && other.space !== edge.space) edge.across = other.space;
    }
    return edge.across;
  }
  function showHeld(held) {
    const fronts = {};
    for (const [space, { area, edges, way }] of areas) {
      const holder = held[space] || "";
      area.setAttribute("fill", holder ? side(holder)[0] : "none");
      if (!holder) continue;
      for (const edge of edges) {
        if (held[acrossFrom(edge)] === holder) continue;
        const far = Math.hypot(edge.to - edge.x, edge.down - edge.y) || 1;
        const inward = [(-(edge.down - edge.y) / far) * 2 * way, ((edge.to - edge.x) / far) * 2 * way];
        const at = (x, y) => `${Math.round(x + inward[0])} ${Math.round(y + inward[1])}`;
        fronts[holder] = `${fronts[holder] || ""}M${at(edge.x, edge.y)}L${at(edge.to, edge.down)}`;
      }
    }
    layer("front").replaceChildren(...Object.entries(fronts).map(([holder, d]) =>
      make("path", { d, stroke: side(holder)[0], "stroke-dasharray": side(holder)[1] })));
  }

  function showWays(number) {
    layer("ways").replaceChildren(...(data.ways[number] || []).flatMap(([whose, d]) => [
      make("path", { d, stroke: "#fff", "stroke-width": data.line + 3 }),
      make("path", { d, stroke: side(whose)[0], "stroke-width": data.line }),
    ]));
  }

  function arrowTold([kind, , , , told, from, to]) {
    const who = data.words[told] || (kind === "pick" ? "" : "a hidden piece");
    const where = from === to ? `at ${data.places[to]}` : `from ${data.places[from]} to ${data.places[to]}`;
    return `${data.strokes[kind][3]}: ${who} ${where}`;
  }
  function showArrows(numbers) {
    layer("arrows").replaceChildren(...numbers.map((number) => {
      const [kind, whose, shaft, head, , , , label, x, y] = data.arrows[number];
      const [width, dashes, own] = data.strokes[kind];
      const colour = own || side(whose)[0];
      const group = make("g", { class: `arrow ${kind}` });
      group.append(make("title", {}, arrowTold(data.arrows[number])));
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

  function showPlace(fight, before) {
    const spot = fight && find(`.view [data-space="${CSS.escape(fight.at)}"]`);
    if (!spot) { layer("here").replaceChildren(); return; }
    const area = spot.matches("polygon") ? spot : spot.querySelector("polygon");
    const points = area.getAttribute("points");
    layer("here").replaceChildren(
      make("polygon", { points, stroke: "#fff", "stroke-width": 7 }), make("polygon", { points, stroke: data.ink, "stroke-width": 3.5 }));
    if (!fight.v || !before) return;
    const { x, y, width } = area.getBBox();
    layer("arrows").append(make("text", {
      x: x + width / 2, y: y - 6, "text-anchor": "middle", "font-size": 22, "font-weight": "bold", fill: data.ink,
      stroke: "#fff", "stroke-width": 5, "paint-order": "stroke", class: "odds",
    }, `${fight.v[0][1]} v ${fight.v[1][1]}`));
  }

  // Who met whom, with what strength, and the dice.
  function party(pieces) {
    const most = 6;
    const shown = pieces.slice(0, pieces.length > most ? most - 1 : most).map(([glyph, told, many = 1]) => {
      const drawn = make("svg", { viewBox: "-22 -22 44 44", "aria-hidden": "true" });
      drawn.append(make("use", { href: `#moving-g${glyph}` }));
      return within("li", {}, drawn, write("span", `${many > 1 ? `${many} × ` : ""}${data.words[told]}`));
    });
    if (pieces.length > most) shown.push(within("li", {}, write("span", ""), write("span", `${pieces.length - most + 1} more`)));
    return within("ul", { className: "party" }, ...shown);
  }
  function showFight(fight) {
    const into = find(".fight");
    if (!fight) { into.replaceChildren(); return; }
    const sums = fight.v || [];
    const versus = within("div", { className: "v" }, ...(sums.length
      ? [write("span", sums[0][1], { title: sums[0][0] }), write("small", " v "), write("span", sums[1][1], { title: sums[1][0] })]
      : [write("small", fight.y.length && fight.z.length ? "v" : "")]));
    const rolled = new Map();
    for (const [face, what] of fight.d) rolled.set(what, [...(rolled.get(what) || []), face]);
    const dice = [...rolled].slice(0, 12).map(([what, faces]) =>
      within("li", {}, ...faces.map((face) => write("b", face)), data.words[what]));
    if (rolled.size > 12) dice.push(write("li", `and ${rolled.size - 12} more rolls`));
    into.replaceChildren(
      within("div", { className: "versus" }, party(fight.y), versus, party(fight.z)),
      within("ul", { className: "dice" }, ...dice));
    into.querySelector(".dice").setAttribute("aria-label", "Dice");
  }

  // Tracks, each with its line along the game; those that belong to sides are drawn to one scale.
  function spark(id, low, high) {
    const values = stops.map((stop) => moments[stop.before && stop.at ? stop.at - 1 : stop.at].tracks[id] ?? null);
    const y = (value) => (high > low ? 18 - ((value - low) / (high - low)) * 16 : 10);
    const x = (index) => (stops.length > 1 ? (index / (stops.length - 1)) * 100 : 50);
    let d = "";
    values.forEach((value, index) => {
      if (value !== null) d += d ? `H${x(index).toFixed(1)}V${y(value).toFixed(1)}` : `M${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    });
    const colour = data.tracks[id][1] ? side(data.tracks[id][1])[0] : "currentColor";
    const drawn = make("svg", { viewBox: "0 0 100 20", preserveAspectRatio: "none", "aria-hidden": "true" });
    const line = { fill: "none", stroke: colour, "stroke-width": 1.5, "vector-effect": "non-scaling-stroke" };
    drawn.append(make("path", { ...line, d }));
    if (values[now] !== null) drawn.append(make("path", { ...line, d: `M${x(now)} ${y(values[now])}h0`, "stroke-width": 7, "stroke-linecap": "round" }));
    return drawn;
  }
  function scale(ids) {
    const values = moments.flatMap((moment) => ids.map((id) => moment.tracks[id])).filter((value) => typeof value === "number");
    return [Math.min(0, ...values), Math.max(0, ...values)];
  }
  const together = scale(Object.keys(data.tracks).filter((id) => data.tracks[id][1]));
  const alone = Object.fromEntries(Object.keys(data.tracks).map((id) => [id, data.tracks[id][1] ? together : scale([id])]));
  function showTracks(tracks, before) {
    const known = Object.entries(tracks).filter(([id, value]) => value !== null && data.tracks[id]);
    known.sort(([one], [other]) => Number(!data.tracks[one][1]) - Number(!data.tracks[other][1]));
    find(".tracks tbody").replaceChildren(...known.map(([id, value]) => {
      const number = write("td", value, { className: "num" });
      const change = value - (before[id] ?? value);
      if (change) number.dataset.change = `(${change > 0 ? "+" : ""}${change})`;
      const row = within("tr", { className: change ? "moved" : "" }, write("th", data.tracks[id][0], { scope: "row" }), number);
      row.append(within("td", {}, spark(id, ...alone[id])));
      return row;
    }));
    find(".tracks").hidden = !known.length;
  }

  const stands = (number) => (number && document.getElementById(`e${number}`) ? `#e${number}` : "");
  function number(value) {
    const to = stands(value);
    return within("span", { className: "n" }, to ? write("a", value, { href: to }) : document.createTextNode(value));
  }
  function showLog(frames, told) {
    find(".log ol").replaceChildren(...frames.flatMap((frame, index) => {
      const last = index === frames.length - 1;
      const lines = last && !told ? [] : (last || every.checked ? frame.l : []).map(([at, words, struck, marking]) => {
        const line = within("li", { className: struck ? "struck" : "" }, number(at), write("span", words));
        if (marking) line.lastChild.append(" ", write("span", marking, { className: "marking" }));
        return line;
      });
      const order = within("li", { className: frame.x ? "order struck" : "order" }, number(frame.n || ""), write("span", frame.h));
      return [...(frame.n || !lines.length ? [order] : []), ...lines];
    }));
    const log = find(".log");
    log.scrollTop = told ? Math.max(0, (log.querySelectorAll(".order")[frames.length - 1]?.offsetTop ?? 0) - log.offsetTop - 8) : log.scrollHeight;
  }

  // --- where the map is looked at ---
  const view = find(".view"), drawing = view.querySelector("svg.map");
  const all = drawing.getAttribute("viewBox").split(/\s+/).map(Number);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let camera = [...all], moving = 0;
  function look(part) {
    camera = part;
    drawing.setAttribute("viewBox", part.map((value) => value.toFixed(1)).join(" "));
    view.classList.toggle("near", part[2] < all[2] * 0.97);
  }
  const bound = ([x, y, wide, high]) => {
    const most = Math.min(wide, all[2]), tall = (high * most) / wide;
    const into = (start, size, low, whole) => (size >= whole ? low + (whole - size) / 2 : Math.min(Math.max(start, low), low + whole - size));
    return [into(x, most, all[0], all[2]), into(y, tall, all[1], all[3]), most, tall];
  };
  // A part of the map in the shape of its window, so that no drag jumps.
  function shaped([x, y, wide, high]) {
    const shape = view.clientWidth / Math.max(1, view.clientHeight);
    const most = Math.max(wide, high * shape);
    return [x + (wide - most) / 2, y + (high - most / shape) / 2, most, most / shape];
  }
  // A wide map needs no window as high as the screen.
  function fit() {
    const watch = find(".watch");
    watch.style.maxHeight = "";
    const beside = getComputedStyle(drawing).position === "absolute";
    const high = (view.clientWidth * all[3]) / all[2] + watch.clientHeight - view.clientHeight;
    if (beside && high < watch.clientHeight) watch.style.maxHeight = `${Math.ceil(high) + 4}px`;
  }
  function aim(part, quick = false) {
    cancelAnimationFrame(moving);
    const from = [...camera], began = performance.now();
    if (quick || calm.matches) { look(part); return; }
    const step = (time) => {
      const done = Math.min(1, (time - began) / 350), eased = 1 - (1 - done) ** 3;
      look(from.map((value, index) => value + (part[index] - value) * eased));
      if (done < 1) moving = requestAnimationFrame(step);
    };
    moving = requestAnimationFrame(step);
  }
  function zoom(by, at = [0.5, 0.5], quick = false) {
    const whole = shaped(all), [x, y, wide, high] = view.classList.contains("near") ? camera : whole;
    const most = Math.max(whole[2] / 12, wide / by);
    if (most >= whole[2] * 0.98) { aim(all, quick); return; }
    const tall = (most * high) / wide;
    aim(bound([x + (wide - most) * at[0], y + (high - tall) * at[1], most, tall]), quick);
  }
  const shift = (x, y, quick) => aim(bound([camera[0] + x * camera[2], camera[1] + y * camera[3], camera[2], camera[3]]), quick);
  function attend(frame) {
    if (!follow.checked) return;
    const part = frame.z ? shaped(frame.z) : all;
    aim(part[2] < all[2] ? bound(part) : all);
  }
  const zooms = { "+": () => zoom(1.5), "=": () => zoom(1.5), "-": () => zoom(1 / 1.5), 0: () => aim(all) };
  find(".zooms").addEventListener("click", (event) => zooms[event.target.closest("[data-zoom]")?.dataset.zoom]?.());
  view.addEventListener("keydown", (event) => {
    const ways = { ArrowLeft: [-0.15, 0], ArrowRight: [0.15, 0], ArrowUp: [0, -0.15], ArrowDown: [0, 0.15] };
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (zooms[event.key]) zooms[event.key]();
    else if (ways[event.key] && view.classList.contains("near")) shift(...ways[event.key]);
    else return;
    event.preventDefault();
  });
  view.addEventListener("wheel", (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const { left, top, width, height } = view.getBoundingClientRect();
    zoom(Math.exp(-event.deltaY / 200), [(event.clientX - left) / width, (event.clientY - top) / height], true);
  }, { passive: false });
  const fingers = new Map();
  view.addEventListener("pointerdown", (event) => {
    fingers.set(event.pointerId, event);
    if (view.classList.contains("near") || fingers.size > 1) view.setPointerCapture(event.pointerId);
  });
  view.addEventListener("pointermove", (event) => {
    const last = fingers.get(event.pointerId);
    if (!last) return;
    const { left, top, width, height } = view.getBoundingClientRect();
    if (fingers.size > 1) {
      const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
      const far = (finger) => Math.hypot(finger.clientX - other.clientX, finger.clientY - other.clientY) || 1;
      zoom(far(event) / far(last), [((event.clientX + other.clientX) / 2 - left) / width, ((event.clientY + other.clientY) / 2 - top) / height], true);
    } else if (view.classList.contains("near")) {
      shift((last.clientX - event.clientX) / width, (last.clientY - event.clientY) / height, true);
    }
    fingers.set(event.pointerId, event);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) view.addEventListener(name, (event) => fingers.delete(event.pointerId));

  // --- the line along the game, its turns and its turning points ---
  const curve = data.curve;
  const across = (index) => (stops.length > 1 ? (index / (stops.length - 1)) * 100 : 50);
  const valueAt = ({ at, before }) => curve.values[before && at ? at - 1 : at];
  function drawStrip() {
    const strip = find(".strip svg");
    strip.replaceChildren();
    find(".strip").classList.toggle("drawn", Boolean(curve));
    if (curve) {
      const known = curve.values.filter((value) => value !== null);
      const reach = curve.unit ? 50 : Math.max(1, ...known.map((value) => Math.abs(value - curve.half)));
      const y = (value) => 50 - ((value - curve.half) / reach) * 48;
      let d = "", first = 0, last = 0;
      stops.forEach((stop, index) => {
        const value = valueAt(stop);
        if (value === null) return;
        last = across(index) * 10;
        if (!d) first = last;
        d += d ? `H${last.toFixed(1)}V${y(value).toFixed(1)}` : `M${last.toFixed(1)} ${y(value).toFixed(1)}`;
      });
      const mine = side(curve.side)[0];
      const others = Object.keys(data.sides).filter((id) => id && id !== curve.side);
      const theirs = others.length === 1 ? side(others[0])[0] : "#888";
      const area = d && `${d}V50H${first.toFixed(1)}Z`;
      const half = (id, top, colour) => {
        const clip = make("clipPath", { id });
        clip.append(make("rect", { x: 0, y: top, width: 1000, height: 50 }));
        strip.append(clip, make("path", { d: area, fill: colour, "fill-opacity": "0.35", "clip-path": `url(#${id})` }));
      };
      half("moving-above", 0, mine);
      half("moving-below", 50, theirs);
      strip.append(make("path", { d: "M0 50H1000", stroke: "currentColor", "stroke-opacity": "0.5", "stroke-dasharray": "3 3" }));
      strip.append(make("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 1.75 }));
    }
    find(".marks").replaceChildren(...data.frames.flatMap((frame, at) => {
      if (!frame.u) return [];
      const mark = write("a", frame.u, { href: `#t=${at + 1}`, title: `Turning point ${frame.u}: turn ${frame.t}, ${frame.h}` });
      mark.style.left = `${across(stopOf(at))}%`;
      return [mark];
    }));
    const room = find(".ticks").clientWidth || 320;
    let free = -1;
    find(".ticks").replaceChildren(...stops.flatMap((stop, index) => {
      const turn = turnOf(stop.at);
      if (index && turnOf(stops[index - 1].at) === turn) return [];
      const left = across(index), words = turn > 0 ? (free < 0 ? `Turn ${turn}` : `${turn}`) : "";
      const bare = (left / 100) * room < free;
      if (!bare && words) free = (left / 100) * room + 8 * words.length + 4;
      const tick = write("span", bare ? "" : words);
      tick.style.left = `${left}%`;
      return [tick];
    }));
  }

  const phaseOf = (frame) => {
    const date = data.dates[frame.t], whose = frame.s ? side(frame.s)[2] || frame.s : "";
    return [`${frame.t ? `Turn ${frame.t}` : "Before turn 1"}${date ? ` (${date})` : ""}`, frame.p, whose].filter(Boolean).join(" · ");
  };
  function show(index, quiet = false) {
    now = Math.max(0, Math.min(stops.length - 1, index));
    const { at, before } = stops[now], frame = data.frames[at];
    const moment = before ? moments[Math.max(0, at - 1)] : moments[at];
    const started = now ? stops[now - 1].at + (stops[now - 1].at === at ? 0 : 1) : 0;
    // The end of a turn shows all that the turn did; an order what it did itself. What was undone is left out.
    const ends = frame.e === 2 && !every.checked && !frame.f;
    let begin = at;
    if (ends) while (begin > 0 && turnOf(begin - 1) === frame.t) begin--;
    const done = data.frames.slice(begin, at + 1).filter((one) => !one.x || begin === at);
    const drawn = ends ? ["move", "attack", "loss", "hit", "miss"] : null;
    showPieces(before ? { ...moment.stacks, ...frame.f.m } : moment.stacks);
    showHeld(moment.held);
    showWays(moment.way);
    const over = ends ? moments.slice(begin, at + 1).flatMap((one) => one.over) : moment.over;
    const arrows = [...new Set([...over, ...done.flatMap((one) => one.a || [])])];
    const coming = new Set(["attack", "plan", "hit", "miss"]);
    showArrows(arrows.filter((one) => (before ? coming : new Set(drawn || Object.keys(data.strokes))).has(data.arrows[one][0]) || over.includes(one)));
    showPlace(frame.f, before);
    showFight(frame.f);
    find(".came").textContent = before ? "" : frame.r || "";
    const last = Math.min(started, at);
    showTracks(moment.tracks, before || !last ? moment.tracks : moments[last - 1].tracks);
    // Of what was done since the last step, its orders; of the step itself all that came of it.
    const since = every.checked ? [frame] : data.frames.slice(Math.min(ends ? Math.max(begin, started) : started, at), at + 1);
    showLog(since.filter((one) => one === frame || (!one.q && !one.x)), !before);
    slider.value = now + 1;
    find(".now").style.left = `${across(now)}%`;
    const taken = frame.x ? " (undone or ruled otherwise)" : "";
    const heading = ends ? `End of ${frame.t ? `turn ${frame.t}` : "the set-up"}` : frame.h;
    const beat = frame.f ? (before ? ", before" : ", after") : "";
    slider.setAttribute("aria-valuetext", `${phaseOf(frame)}: ${heading}${beat}${taken}, ${now + 1} of ${stops.length}`);
    const said = within("span", { className: "heading", title: heading }, heading);
    if (frame.u) said.prepend(write("span", frame.u, { className: "n", title: "Turning point" }));
    find(".moment").replaceChildren(write("b", `${phaseOf(frame)} · ${now + 1} of ${stops.length}${taken}`), said);
    const value = curve ? valueAt(stops[now]) : null;
    find(".chance").textContent = value === null ? "" : `${curve.label}: ${curve.unit ? value.toFixed(0) : (value > 0 ? "+" : "") + value}${curve.unit}`;
    for (const name of ["first", "turn-before", "before"]) find(`[data-go=${name}]`).disabled = now === 0;
    for (const name of ["after", "turn-after", "last"]) find(`[data-go=${name}]`).disabled = now === stops.length - 1;
    attend(frame);
    if (!quiet) history.replaceState(null, "", `#t=${at + 1}`);
  }

  // Turn by turn one goes to the end of each, where its whole outcome lies on the map.
  function turnEnd(from) {
    let index = Math.min(stops.length - 1, from);
    while (index < stops.length - 1 && turnOf(stops[index + 1].at) === turnOf(stops[index].at)) index++;
    return index;
  }
  function turnStart(from) {
    let index = from;
    while (index > 0 && turnOf(stops[index - 1].at) === turnOf(stops[index].at)) index--;
    return index;
  }
  const goes = {
    first: () => 0,
    last: () => stops.length - 1,
    before: () => now - 1,
    after: () => now + 1,
    "turn-before": () => Math.max(0, turnStart(now) - 1),
    "turn-after": () => (turnEnd(now) === now ? turnEnd(now + 1) : turnEnd(now)),
  };
  function stop() {
    clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
  }
  function go(name) {
    if (name !== "play") { stop(); show(goes[name]()); return; }
    if (timer) { stop(); return; }
    if (now === stops.length - 1) show(0);
    play.setAttribute("aria-pressed", "true");
    timer = setInterval(() => { show(now + 1); if (now === stops.length - 1) stop(); }, every.checked ? 900 : 1600);
  }

  const keys = {
    ArrowLeft: "before", ArrowDown: "before", ArrowRight: "after", ArrowUp: "after",
    PageUp: "turn-before", PageDown: "turn-after", Home: "first", End: "last",
  };
  find(".controls").addEventListener("keydown", (event) => {
    const name = keys[event.key];
    if (!name || event.altKey || event.ctrlKey || event.metaKey || event.target.type === "checkbox") return;
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
  every.addEventListener("change", () => { const at = now < 0 ? 0 : stops[now].at; stop(); setStops(); show(stopOf(at)); });
  follow.addEventListener("change", () => { if (follow.checked) attend(data.frames[stops[now].at]); else aim(all); });
  addEventListener("resize", () => { fit(); drawStrip(); attend(data.frames[stops[now].at]); });

  // `#t=12` is a moment, `#map-turn-3` the end of a turn.
  function arrive(arriving) {
    const name = location.hash.slice(1);
    const moment = /^t=(\d+)$/.exec(name), turn = /^map-turn-(-?\d+)$/.exec(name);
    if (moment) {
      const at = Math.max(0, Math.min(count, Number(moment[1])) - 1);
      if (!stops.some((one) => one.at === at) && !data.frames[at].q) { every.checked = true; setStops(); }
      show(stopOf(at), true);
    } else if (turn) {
      const end = stops.findLastIndex((one) => turnOf(one.at) === Number(turn[1]) && !data.frames[one.at].x);
      if (end >= 0) show(end, true);
    } else return;
    if (!arriving || moment || turn) box.scrollIntoView();
  }
  addEventListener("hashchange", () => { stop(); arrive(false); });

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
  follow.checked = matchMedia("(max-width: 44rem)").matches;
  fit();
  setStops();
  if (location.hash) arrive(true);
  if (now < 0) show(Math.max(0, stops.findIndex((one) => turnOf(one.at) >= 1)), true);
})();
