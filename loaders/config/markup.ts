/** Escapes the special characters of HTML, or those of Markdown given as `special`, as numeric references. */
export function escaped(text: string, special = /[&<>"]/g): string {
  return text.replace(special, (char) => `&#${char.charCodeAt(0)};`);
}
