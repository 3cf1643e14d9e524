import {html} from "../parts/dom.js";
import {button} from "./button.js";
import {readFence} from "./fence.js";
import type {EditedPage} from "./service.js";

/** What can be done with a block, by its number. */
export interface BlockActions {
  edit(number: number): void;
  add(before: number): void;
  move(number: number, by: -1 | 1): void;
  remove(number: number): void;
}

const names: Readonly<Record<string, string>> = {sql: "SQL", js: "JavaScript"};

/** What the language of a fence is called. */
export function languageName(language: string): string {
  return names[language] ?? language;
}

/** What a block is called: a text by its first words, and code by its language with its options, or else its first line. */
export function nameOf({text, blocks}: Pick<EditedPage, "text" | "blocks">, number: number): string {
  const {start = 0, end = 0} = blocks[number] ?? {};
  const block = text.slice(start, end);
  const fence = readFence(block);
  if (fence === null) return firstWords(block) || "Text";
  const {language, options, code} = fence;
  const [first = ""] = code.split("\n");
  return cut(`${languageName(language)} ${options || first}`);
}

// Of its first line, without the marks of a heading, a list, a quotation, or strong words at its start.
function firstWords(block: string): string {
  const [first = ""] = block.replace(/^(?:\s|#+\s|>|[-*+]\s|-{3,})+/, "").split(/[\r\n]/);
  return cut(first.replace(/^\*\*(.+?)\*\*/, "$1"));
}

function cut(text: string): string {
  const all = text.trim();
  return all.length <= 80 ? all : `${all.slice(0, 80).replace(/\s+\S*$/, "")}…`;
}

/** Shows in the strip above a block what it is, and buttons for what can be done with it. */
export function fillStrip(strip: HTMLElement, number: number, source: EditedPage, actions: BlockActions): void {
  if (strip.childElementCount === 0) {
    strip.append(
      html("span", {class: "fb-edit-name"}),
      button("Edit", () => actions.edit(number)),
      button("Add", () => actions.add(number + 1), "Adds a block below"),
      button("↑", () => actions.move(number, -1)),
      button("↓", () => actions.move(number, 1)),
      button("Remove", () => actions.remove(number))
    );
  }
  const name = nameOf(source, number);
  const [title, edit, add, up, down, remove] = Array.from(strip.children) as [HTMLElement, ...HTMLButtonElement[]];
  title.textContent = name;
  const told = {edit, "add below": add, "move up": up, "move down": down, remove};
  for (const [verb, element] of Object.entries(told))
    element?.setAttribute("aria-label", `${verb}: ${name}, block ${number + 1}`);
  if (up !== undefined) up.disabled = number === 0;
  if (down !== undefined) down.disabled = number === source.blocks.length - 1;
}

/** Focuses the button of a strip that moves by so much, or opens. */
export function focusIn(strip: HTMLElement, act: -1 | 0 | 1): void {
  const buttons = strip.querySelectorAll("button");
  const wanted = act === 0 ? buttons[0] : buttons[act === -1 ? 2 : 3];
  (wanted?.disabled ? buttons[0] : wanted)?.focus();
}
