/** A node of a parsed program, as acorn gives it; offsets count in the program's text. */
export interface Ast {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** The nodes of a program that match, each before those within it. */
export function astsIn(value: unknown, matches: (ast: Ast) => boolean): Ast[] {
  if (Array.isArray(value)) return value.flatMap((each) => astsIn(each, matches));
  if (!isAst(value)) return [];
  return [...(matches(value) ? [value] : []), ...Object.values(value).flatMap((each) => astsIn(each, matches))];
}

/** Whether a value is a node of a program. */
export function isAst(value: unknown): value is Ast {
  return typeof value === "object" && value !== null && "type" in value;
}
