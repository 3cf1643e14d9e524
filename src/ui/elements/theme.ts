/** Colours of charts as CSS values: variables of theme.css, with fallbacks legible on light and on dark. */
export const color = {
  ink: "var(--fb-ink, currentColor)",
  ink2: "var(--fb-ink-2, #7b8490)",
  ink3: "var(--fb-ink-3, #7b8490)",
  line: "var(--fb-line, #8884)",
  background: "var(--fb-bg, Canvas)",
  shade: "var(--fb-shade, #8882)",
  price: "var(--fb-price, #2f7dd1)",
  ema: "var(--fb-ema, #cc2fa0)",
  bid: "var(--fb-bid, #128a72)",
  ask: "var(--fb-ask, #cf4f3e)",
  band: "var(--fb-band, #2f7dd1)",
  positive: "var(--fb-positive, #128a72)",
  negative: "var(--fb-negative, #cf4f3e)",
  warn: "var(--fb-warn, #b7791f)",
  accent: "var(--fb-accent, #2f7dd1)"
};

const categories = ["#2f7dd1", "#cf6a12", "#c2738a", "#b5529b", "#9a7b0a", "#3a9cb8", "#7a5cc9", "#7b8490"];

/** The categorical colour at an index; the eight colours repeat. */
export function category(index: number): string {
  const slot = index % categories.length;
  return `var(--fb-c${slot + 1}, ${categories[slot]})`;
}
