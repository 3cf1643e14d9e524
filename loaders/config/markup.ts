/** Escapes the special characters of HTML (or others, such as of Markdown) as numeric references. */
export function escaped(text: string, special = /[&<>"]/g): string {
  return text.replace(special, (char) => `&#${char.charCodeAt(0)};`);
}
