import {StateEffect, StateField} from "@codemirror/state";
import {Decoration, type DecorationSet, EditorView} from "@codemirror/view";

/** Marks a place of the text as wrong, until the text changes; null takes the mark away. */
export const markWrong = StateEffect.define<number | null>();

/** Underlines the word at the place that is wrong. */
export const wrongPlace = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    const found = transaction.effects.findLast((effect) => effect.is(markWrong));
    if (found === undefined) return transaction.docChanged ? Decoration.none : marks;
    const {doc} = transaction.state;
    if (found.value === null || doc.length === 0) return Decoration.none;
    const from = Math.max(0, Math.min(Number(found.value), doc.length - 1));
    const [word = ""] = /^\w+/.exec(doc.sliceString(from, from + 200)) ?? [];
    return Decoration.set(Decoration.mark({class: "cm-wrong"}).range(from, from + Math.max(1, word.length)));
  },
  provide: (field) => EditorView.decorations.from(field)
});
