import {HighlightStyle, syntaxHighlighting} from "@codemirror/language";
import type {Extension} from "@codemirror/state";
import {EditorView} from "@codemirror/view";
import {tags} from "@lezer/highlight";

// The site's variables, which follow its theme.
const frame = EditorView.theme({
  "&": {
    color: "var(--fb-ink)",
    backgroundColor: "var(--fb-bg)",
    border: "1px solid var(--fb-line)",
    borderRadius: "6px"
  },
  "&.cm-focused": {outline: "2px solid var(--fb-accent)", outlineOffset: "-1px"},
  ".cm-scroller": {font: "var(--monospace-font)", maxHeight: "60vh", minHeight: "6.5em"},
  ".cm-content": {padding: "8px 0", caretColor: "var(--fb-ink)"},
  ".cm-line": {padding: "0 10px"},
  ".cm-cursor": {borderLeftColor: "var(--fb-ink)"},
  ".cm-placeholder": {color: "var(--fb-ink-3)"},
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--fb-accent) 25%, var(--fb-bg))"
  },
  "&.cm-focused .cm-matchingBracket": {backgroundColor: "var(--fb-shade)", outline: "1px solid var(--fb-ink-3)"},
  ".cm-tooltip": {color: "var(--fb-ink)", backgroundColor: "var(--fb-panel)", border: "1px solid var(--fb-line)"},
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    font: "var(--monospace-font)",
    maxHeight: "16em",
    maxWidth: "min(92vw, 36em)"
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {padding: "1px 8px"},
  ".cm-tooltip-autocomplete ul li[aria-selected]": {color: "var(--fb-bg)", backgroundColor: "var(--fb-accent)"},
  ".cm-completionDetail": {color: "var(--fb-ink-3)", fontStyle: "normal"},
  "li[aria-selected] .cm-completionDetail": {color: "inherit"},
  ".cm-completionInfo": {font: "12px / 1.45 var(--sans-serif)", whiteSpace: "pre-line", maxWidth: "min(80vw, 24em)"}
});

const colors = HighlightStyle.define([
  {tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "var(--syntax-keyword)"},
  {tag: [tags.string, tags.special(tags.string)], color: "var(--syntax-string)"},
  {tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--syntax-constant)"},
  {tag: [tags.typeName, tags.className, tags.function(tags.variableName)], color: "var(--syntax-entity)"},
  {tag: [tags.comment, tags.meta], color: "var(--syntax-comment)", fontStyle: "italic"},
  {tag: [tags.heading, tags.strong], fontWeight: "600"},
  {tag: tags.emphasis, fontStyle: "italic"},
  {tag: [tags.link, tags.url], color: "var(--syntax-entity)", textDecoration: "underline"},
  {tag: tags.invalid, color: "var(--fb-negative)"}
]);

/** The looks of an editor, in both themes of the site. */
export const theme: Extension = [frame, syntaxHighlighting(colors)];
