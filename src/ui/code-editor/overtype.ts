import {pickedCompletion} from "@codemirror/autocomplete";
import {type EditorState, type Extension, StateField} from "@codemirror/state";
import {EditorView} from "@codemirror/view";

// Whether a call has just been completed, whose bracket the reader may write out of habit.
const justCalled = StateField.define<boolean>({
  create: () => false,
  update(is, transaction) {
    if (transaction.annotation(pickedCompletion) !== undefined) return isBehindBracket(transaction.state);
    return is && !transaction.docChanged && transaction.selection === undefined;
  }
});

function isBehindBracket({doc, selection}: EditorState): boolean {
  const {from} = selection.main;
  return doc.sliceString(Math.max(0, from - 1), from) === "(";
}

/** Drops one opening bracket that is written right after a completion which has put one there. */
export const overtype: Extension = [
  justCalled,
  EditorView.inputHandler.of((view, _from, _to, text) => {
    const isDouble = text === "(" && view.state.field(justCalled);
    if (isDouble) view.dispatch({selection: view.state.selection}); // the next one is meant, as of a subquery
    return isDouble;
  })
];
