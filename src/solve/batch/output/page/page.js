"use strict";

// The results, one object to a line.
const results = document.getElementById("results").textContent.split("\n")
    .filter(line => line.trim()).map(line => JSON.parse(line));
const byId = id => document.getElementById(id);
const PAGE = 24;
// The empty board, the strokes of the pieces (as in `chuhe show --svg`), and the coordinates of the points.
const DIAGRAM = JSON.parse(byId("diagram").textContent);
const SVG = "http://www.w3.org/2000/svg";
let shown = PAGE;

// --- positions ---------------------------------------------------------------

// Parses a FEN: ten ranks of nine cells, from rank 9 down, and whether red is to move.
function read(fen) {
    const [placement, side] = fen.split(" ");
    const ranks = placement.split("/").map(rank => {
        const cells = [];
        for (const letter of rank) {
            if (letter >= "1" && letter <= "9") cells.push(...Array(Number(letter)).fill(null));
            else cells.push(letter);
        }
        return cells;
    });
    return { ranks, red: side !== "b" };
}

const square = text => ({ file: text.charCodeAt(0) - 97, rank: Number(text[1]) });

function play(position, move) {
    const from = square(move), to = square(move.slice(2));
    const ranks = position.ranks.map(rank => rank.slice());
    ranks[9 - to.rank][to.file] = ranks[9 - from.rank][from.file];
    ranks[9 - from.rank][from.file] = null;
    return { ranks, red: !position.red };
}

// --- the diagram -------------------------------------------------------------

function element(name, attributes, ...children) {
    const svg = ["svg", "g", "path", "circle", "text", "line", "polygon"].includes(name);
    const made = svg ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
    made.append(...children);
    return made;
}

const across = file => DIAGRAM.left + DIAGRAM.step * file;
const down = rank => DIAGRAM.top + DIAGRAM.step * (9 - rank);

function arrow(move) {
    const from = square(move), to = square(move.slice(2));
    const [x1, y1, x2, y2] = [across(from.file), down(from.rank), across(to.file), down(to.rank)];
    const length = Math.hypot(x2 - x1, y2 - y1), [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const neck = [x2 - 45 * dx, y2 - 45 * dy];
    const head = [[x2, y2], [neck[0] - 25 * dy, neck[1] + 25 * dx], [neck[0] + 25 * dy, neck[1] - 25 * dx]];
    return element("g", { class: "arrow" },
        element("line", { x1: x1 + 32 * dx, y1: y1 + 32 * dy, x2: neck[0], y2: neck[1], "stroke-width": 18, "stroke-linecap": "round" }),
        element("polygon", { points: head.map(point => point.join(",")).join(" "), "stroke-width": 0 }));
}

function diagram(position, key, last) {
    const svg = element("svg", { viewBox: `0 0 ${DIAGRAM.width} ${DIAGRAM.height}`, role: "img",
        "stroke-linecap": "round", "stroke-linejoin": "round" });
    const board = element("g");
    board.innerHTML = DIAGRAM.board;
    svg.append(board);
    const letters = byId("letters").checked;
    position.ranks.forEach((rank, row) => rank.forEach((piece, file) => {
        if (!piece) return;
        const [x, y] = [across(file), down(9 - row)];
        const side = piece === piece.toUpperCase() ? "red" : "black";
        svg.append(element("g", { class: `piece ${side}` }, element("circle", { cx: x, cy: y, r: 44 }),
            letters ? element("text", { x, y }, piece.toUpperCase())
                : element("path", { d: DIAGRAM.pieces[piece], transform: `translate(${x} ${y})` })));
    }));
    if (last) {
        const from = square(last), to = square(last.slice(2));
        svg.append(element("circle", { class: "from", cx: across(from.file), cy: down(from.rank), r: 27 }),
            element("circle", { class: "to", cx: across(to.file), cy: down(to.rank), r: 47 }));
    }
    if (key) svg.append(arrow(key));
    return svg;
}

// --- a card ------------------------------------------------------------------

// The node of the strategy tree after some moves; null without a tree, or if the tree does not have the moves.
function node(tree, moves) {
    return moves.reduce((at, move) => at && at[move], tree) || null;
}

// The line that starts with some moves: the principal variation if it does, else the first defences of the tree.
function onward(result, moves) {
    if (!result.lines) return result.pv;
    const agrees = moves.every((move, index) => result.pv[index] === move);
    if (agrees) return result.pv;
    const line = moves.slice();
    for (let at = node(result.lines, line); at && typeof at === "object" && Object.keys(at).length; at = at[line[line.length - 1]]) {
        line.push(Object.keys(at)[0]);
    }
    return line;
}

// The facts about a result; `answers` says whether those may be shown that give the solution away.
function facts(result, answers) {
    const words = [];
    if (result.unique !== null) words.push(result.unique ? "one key" : "other keys");
    if (result.verified) words.push("verified");
    for (const [index, name] of (answers && result.patterns || []).entries()) words.push(`${result.patterns_zh[index]} (${name})`);
    if (result.status === "mate") words.push(result.shortest ? "none is shorter" : "a shorter one is not ruled out");
    if (result.repetition) words.push("a defender who repeats loses by the rules");
    if (result.score) words.push(Object.entries(result.score)[0].join(" "));
    if (result.right !== null) words.push(result.right ? "right" : "wrong");
    if (result.status === "unsolved" && result.no_mate_in) words.push(`no mate in ${result.no_mate_in}`);
    words.push(`${result.nodes} nodes`, `${result.ms} ms`);
    for (const [name, operand] of Object.entries(result.given)) words.push(`${name} ${operand}`);
    return words.join(" · ");
}

// The paragraphs of an audit: the counts, the cooks and duals of each position, and the other moves, which can be unfolded.
function audited(audit) {
    const defects = [], others = [];
    for (const position of audit.found) {
        const after = position.line.length ? ` after ${position.line_zh.join(" ")}` : "";
        for (const [name, moves, rows] of [[position.kind, position.fast, defects], ["slower", position.slower, others], ["undecided", position.undecided, others]]) {
            const texts = moves.map(move => `${move.zh} (${move.move})`);
            if (texts.length) rows.push(element("p", { class: "facts" }, `${name}${after}: ${texts.join(", ")}`));
        }
    }
    const counts = ["cooks", "duals", "minor_duals", "slower", "undecided", "slower_undecided"].map(name => `${name.replace("_", " ")} ${audit[name]}`);
    if (audit.left_out) counts.push(`positions left out ${audit.left_out}`);
    const summary = element("p", { class: "facts" }, `audit, positions ${audit.positions}: ${counts.join(", ")}`);
    const unfolded = element("details", { class: "facts" }, element("summary", {}, "other moves"), ...others);
    return [summary, ...defects, ...(others.length ? [unfolded] : [])];
}

function card(result) {
    const box = element("article");
    const place = (result.file ? `${result.file}, ` : "") + `line ${result.line}`;
    const badge = result.status === "mate" ? `mate in ${result.mate_in}` : result.status;
    const title = element("h2", {}, element("span", {}, result.id || place, " ", element("small", {}, result.id ? place : "")),
        element("span", { class: `badge ${result.status}` }, badge));
    if (!result.fen) {
        box.append(title, element("p", { class: "fault" }, result.error));
        return box;
    }
    let line = result.pv, step = 0;
    const draw = () => {
        const answers = byId("show").checked;
        let position = read(result.fen);
        const side = position.red;
        for (const move of line.slice(0, step)) position = play(position, move);
        const parts = [title, diagram(position, answers && step === 0 ? result.key : null, line[step - 1])];
        const steps = element("div", { class: "steps" });
        const button = (text, name, target) => {
            const made = element("button", { type: "button", "aria-label": name }, text);
            made.disabled = target < 0 || target > line.length || target === step;
            made.onclick = () => { step = target; draw(); };
            steps.append(made);
        };
        button("|◀", "to the beginning", 0);
        button("◀", "back", step - 1);
        button("▶", "on", step + 1);
        button("▶|", "to the end", line.length);
        steps.append(element("span", {}, `${side ? "red" : "black"} to move · ${step}/${line.length}`));
        parts.push(steps);
        if (answers || step) {
            const names = line === result.pv ? result.pv_zh : line;
            const text = element("p", { class: "line" });
            names.slice(0, answers ? names.length : step).forEach((name, index) => {
                if (index % 2 === 0) text.append(`${index / 2 + 1}.`);
                const word = element("span", index === step - 1 ? { class: "now" } : {}, name);
                word.onclick = () => { step = index + 1; draw(); };
                text.append(word, " ");
            });
            parts.push(text);
            const here = result.lines && step % 2 ? node(result.lines, line.slice(0, step)) : null;
            const defences = here ? Object.keys(here) : [];
            if (defences.length > 1) {
                const choice = element("div", { class: "replies" }, "defences:");
                for (const reply of defences) {
                    const made = element("button", { type: "button" }, reply);
                    made.onclick = () => {
                        const moves = line.slice(0, step).concat(reply);
                        line = onward(result, moves);
                        step = moves.length;
                        draw();
                    };
                    choice.append(made);
                }
                parts.push(choice);
            }
        }
        if (step && node(result.lines ?? {}, line.slice(0, step)) === "repetition") {
            parts.push(element("p", { class: "facts" }, "The reply repeats a position, which loses by the rules of repetition."));
        }
        if (answers && result.audit) {
            parts.push(...audited(result.audit));
        }
        if (result.error) parts.push(element("p", { class: "fault" }, result.error));
        parts.push(element("p", { class: "facts" }, facts(result, answers)));
        box.replaceChildren(...parts);
    };
    draw();
    return box;
}

// --- filter and sort ---------------------------------------------------------

function chosen() {
    const text = byId("find").value.trim().toLowerCase();
    const [status, length, sort] = ["status", "length", "sort"].map(id => byId(id).value);
    const fits = result =>
        (!status || result.status === status) &&
        (!length || String(result.mate_in) === length) &&
        (!byId("unique").checked || result.unique === true) &&
        (!text || JSON.stringify([result.id, result.file, result.pv, result.pv_zh, result.patterns, result.patterns_zh, result.given, result.error]).toLowerCase().includes(text));
    const sign = sort.startsWith("-") ? -1 : 1, name = sort.replace("-", "");
    const order = (one, other) => {
        const [a, b] = [one[name], other[name]];
        if (a === b) return 0;
        // Results without the value come last.
        if (a === null || b === null) return a === null ? 1 : -1;
        return sign * (typeof a === "string" ? a.localeCompare(b, undefined, { numeric: true }) : a - b);
    };
    const list = results.filter(fits);
    return sort === "line" ? list : list.sort(order);
}

function draw() {
    const list = chosen();
    byId("count").textContent = `${list.length} of ${results.length} puzzles`;
    byId("cards").replaceChildren(...list.slice(0, shown).map(card));
    byId("more").hidden = list.length <= shown;
}

function options(id, name, label) {
    const values = [...new Set(results.map(result => result[name]).filter(value => value !== null))];
    values.sort((a, b) => typeof a === "number" ? a - b : a.localeCompare(b));
    byId(id).append(element("option", { value: "" }, "all"), ...values.map(value => element("option", { value }, label(value))));
}

// In the order of the input. The results were written in the order in which they were found.
results.sort((one, other) => (one.file || "").localeCompare(other.file || "") || one.line - other.line);
options("status", "status", value => value);
options("length", "mate_in", value => `mate in ${value}`);
byId("controls").oninput = () => { shown = PAGE; draw(); };
byId("controls").onsubmit = () => false;
byId("more").onclick = () => { shown += PAGE; draw(); };
draw();
