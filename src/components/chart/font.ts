/** The `@font-face` rules of the page for a list of font families, as CSS text: a saved picture has no other way to them. */
export function fontRules(families: string): string {
  const named = new Set(families.split(",").map(nameOf));
  return [...document.styleSheets]
    .flatMap(rulesOf)
    .map(({cssText}) => cssText)
    .filter((text) => /^@font-face/.test(text) && /url\(["']?data:/.test(text))
    .filter((text) => named.has(nameOf(/font-family:([^;}]+)/.exec(text)?.[1] ?? "")))
    .join("\n");
}

function rulesOf(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    return []; // of another origin, such as an extension's
  }
}

function nameOf(family: string): string {
  return family.trim().replace(/^["']|["']$/g, "");
}
