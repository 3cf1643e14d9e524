import {autocompletion, closeBrackets, closeBracketsKeymap, closeCompletion} from "@codemirror/autocomplete";
import {defaultKeymap, history, historyKeymap} from "@codemirror/commands";
import {bracketMatching, indentOnInput} from "@codemirror/language";
import {Compartment, EditorState, type Extension, Prec} from "@codemirror/state";
import {drawSelection, EditorView, type KeyBinding, keymap, placeholder} from "@codemirror/view";
import {theme} from "./theme.js";

/** Options of {@link makeEditor}. */
export interface EditorOptions {
  label: string;
  value?: string;
  /** The language, such as `sqlLanguage(…)`; of a promise the colours come later. */
  language?: Extension | Promise<Extension>;
  hint?: string;
  /** Called after each change by the reader, or by `setValue`. */
  onChange?: (value: string) => void;
  onRun?: (value: string) => void;
  /** Escape, while it closes nothing else. */
  onCancel?: () => void;
}

/** An editor of code. */
export interface Editor {
  element: HTMLElement;
  value(): string;
  /** Replaces the text in one step, which the reader can undo; the caret is at its end, or at `caret`. */
  setValue(value: string, caret?: number): void;
  /** Puts a text in place of the selection, and the caret behind it. */
  insert(text: string): void;
  focus(): void;
  destroy(): void;
}

/** An editor of code with completions and undo. Tab leaves it; Ctrl-] and Ctrl-[ indent. */
export function makeEditor(options: EditorOptions): Editor {
  const {label, value = "", language = []} = options;
  const languages = new Compartment();
  const isLate = language instanceof Promise;
  const view = new EditorView({
    state: EditorState.create({
      doc: value,
      extensions: [
        Prec.high(keymap.of(bindings(options))),
        parts,
        Prec.low(keymap.of([{key: "Escape", run: () => cancel(options)}])),
        languages.of(isLate ? [] : language),
        placeholder(options.hint ?? ""),
        EditorView.contentAttributes.of({"aria-label": label, spellcheck: "false", autocapitalize: "off"}),
        EditorView.updateListener.of(({docChanged, state}) => {
          if (docChanged) options.onChange?.(state.doc.toString());
        })
      ]
    })
  });
  if (isLate) void language.then((loaded) => view.dispatch({effects: languages.reconfigure(loaded)}));
  return {
    element: view.dom,
    value: () => view.state.doc.toString(),
    setValue: (text, caret = text.length) =>
      view.dispatch({
        changes: {from: 0, to: view.state.doc.length, insert: text},
        selection: {anchor: Math.min(caret, text.replaceAll("\r\n", "\n").length)}
      }),
    insert: (text) => view.dispatch(view.state.replaceSelection(text), {scrollIntoView: true}),
    focus: () => view.focus(),
    destroy: () => view.destroy()
  };
}

const parts: Extension = [
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({icons: false}),
  EditorView.lineWrapping,
  theme,
  keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap])
];

function bindings({onRun}: EditorOptions): KeyBinding[] {
  const run = (view: EditorView): boolean => {
    closeCompletion(view);
    onRun?.(view.state.doc.toString());
    return onRun !== undefined;
  };
  return [
    {key: "Mod-Enter", run},
    {key: "Ctrl-Enter", run}
  ];
}

function cancel({onCancel}: EditorOptions): boolean {
  onCancel?.();
  return onCancel !== undefined;
}
