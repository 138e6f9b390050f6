"use strict";

// Clicks the buttons of a page of puzzles, and writes the result to the title of the page:
// "clicks: N held", or "clicks: failed" and the failed checks. Inserted into the page by page.sh.
(() => {
    const failed = [];
    let held = 0;
    const check = (what, holds) => holds ? held++ : failed.push(what);
    const length = box => Number(box.querySelector(".steps span")?.textContent.split("/")[1] ?? 0);
    const box = [...document.querySelectorAll("article")].find(box => length(box) >= 5);
    const press = name => box.querySelector(`.steps button[aria-label="${name}"]`).click();
    const step = () => box.querySelector(".steps span").textContent.split("· ")[1];
    const board = () => [...box.querySelectorAll("svg .piece")].map(piece => piece.innerHTML).sort().join();
    try {
        const plies = length(box), start = board();
        check("at first the key is an arrow", box.querySelectorAll(".arrow").length === 1 && step() === `0/${plies}`);
        press("on");
        check("one step on", step() === `1/${plies}` && board() !== start);
        check("the arrow is gone and the move is marked",
            !box.querySelector(".arrow") && box.querySelector("svg .to") !== null);
        press("back");
        check("a step back", step() === `0/${plies}` && board() === start);
        press("to the end");
        check("the end", step() === `${plies}/${plies}`);
        check("beyond the end is nothing", box.querySelector('button[aria-label="on"]').disabled);
        press("to the beginning");
        check("the beginning", board() === start);
        box.querySelectorAll(".line span")[2].click();
        check("a move of the line can be chosen", step() === `3/${plies}`);
        press("to the beginning");
        // The choice of a defence, in a puzzle that has several.
        const boxes = [...document.querySelectorAll("article")];
        const choice = boxes.find(box => {
            box.querySelector('.steps button[aria-label="on"]')?.click();
            return box.querySelectorAll(".replies button").length > 1;
        });
        const defences = choice.querySelectorAll(".replies button").length;
        choice.querySelectorAll(".replies button")[defences - 1].click();
        check("a defence can be chosen", choice.querySelector(".steps span").textContent.includes(" 2/"));
        const find = document.getElementById("find");
        const type = text => {
            find.value = text;
            find.dispatchEvent(new Event("input", { bubbles: true }));
        };
        type("no puzzle has such a name");
        check("the filter leaves nothing", document.querySelectorAll("article").length === 0);
        type("");
        check("and gives all back", document.querySelectorAll("article").length > 0);
    } catch (error) {
        failed.push(String(error));
    }
    document.title = failed.length ? `clicks: failed: ${failed.join("; ")}` : `clicks: ${held} held`;
})();
