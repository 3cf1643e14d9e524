/** A text as HTML shows it, or Markdown by its own `special` characters: what would be markup is told by its number. */
export function escaped(text: string, special = /[&<>"]/g): string {
  return text.replace(special, (char) => `&#${char.charCodeAt(0)};`);
}
