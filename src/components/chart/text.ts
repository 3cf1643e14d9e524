/** Font size of axes, legends and notes in px. */
export const fontSize = 11;

/** A generous estimate of a text's width in px: the same in every browser, and without layout. */
export function textWidth(text: string, size = fontSize): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width * size;
}

function characterWidth(character: string): number {
  if (/[\s.,:;'|!il]/.test(character)) return 0.34;
  if (/[%@mwMW]/.test(character)) return 0.95;
  if (/[A-Z]/.test(character)) return 0.74;
  return character < "\u2e80" ? 0.65 : 1.1;
}
