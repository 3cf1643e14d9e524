/**
 * A text with each `{{name}}` replaced by the part of that name. @throws Error if a part is missing, or the text has no place
 * for it
 */
export function fill(text: string, parts: Readonly<Record<string, string>>): string {
  const unused = new Set(Object.keys(parts));
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const part = parts[name];
    if (part === undefined) throw new Error(`no part for {{${name}}} of the template: ${text.slice(0, 80)}`);
    unused.delete(name);
    return part;
  });
  if (unused.size > 0) throw new Error(`no {{${[...unused].join()}}} in the template: ${text.slice(0, 80)}`);
  return filled;
}
