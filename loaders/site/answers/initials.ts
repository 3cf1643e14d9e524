import {parseProgram} from "@observablehq/framework/dist/javascript/parse.js";
import type {Page} from "@observablehq/framework/dist/markdown.js";

/** A node of a program, as acorn gives it; offsets count in the parsed text. */
export interface Ast {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** Where a page's initial values come from. */
export interface Sources {
  /** The rows of a query, given its texts and the values between them. */
  rowsOf(strings: readonly string[], values: readonly unknown[]): Promise<unknown>;
  /** The initial value of an input of the kit, by its name and arguments; undefined for any other function. */
  defaultOf(name: string, args: readonly unknown[]): unknown;
}

/**
 * Gives a function that evaluates expressions as a page opens without parameters in its address: queries, inputs of the kit,
 * other inputs whose `value` is known, and simple expressions of these. It rejects for any other expression.
 */
export function initialsOf({code}: Page, sources: Sources): (expression: string) => Promise<unknown> {
  const declared = new Map<string, (path: readonly string[]) => Promise<unknown>>();
  const values = new Map<string, Promise<unknown>>();
  const evaluate = evaluatorOf(named, sources);
  for (const {node} of code)
    for (const {id, init} of astsIn(node.body, ({type}) => type === "VariableDeclarator"))
      if (isAst(id) && isAst(init)) declare(id, (path) => evaluate(init, {text: node.input, path}));
  return async (expression) => {
    const text = `(${expression})`;
    const [statement] = parseProgram(text).body as unknown as Ast[];
    return evaluate(statement?.expression, {text, path: []});
  };

  function declare(pattern: Ast, made: (path: readonly string[]) => Promise<unknown>): void {
    if (pattern.type === "Identifier") declared.set(String(pattern.name), made);
    if (pattern.type !== "ArrayPattern") return;
    for (const [i, each] of (pattern.elements as unknown[]).entries())
      if (isAst(each)) declare(each, async (path) => ownOf(await made(path), i));
  }

  function named(name: string, path: readonly string[]): Promise<unknown> {
    const made = declared.get(name);
    if (made === undefined || path.includes(name)) throw unknown(name);
    const value = values.get(name) ?? made([...path, name]);
    values.set(name, value);
    return value;
  }
}

type Evaluate = (ast: unknown, place: Place) => Promise<unknown>;

// Evaluates expressions; `named` gives the values of names, and gets the path of names that led there.
function evaluatorOf(
  named: (name: string, path: readonly string[]) => Promise<unknown>,
  {rowsOf, ...inputs}: Sources
): Evaluate {
  return evaluate;

  async function evaluate(ast: unknown, place: Place): Promise<unknown> {
    if (!isAst(ast)) throw unknown("nothing");
    const of = (part: unknown) => evaluate(part, place);
    switch (ast.type) {
      case "Literal":
        return ast.value;
      case "Identifier":
        return ast.name === "undefined" ? undefined : named(String(ast.name), place.path);
      case "AwaitExpression":
        return of(ast.argument);
      case "ArrayExpression":
        return Promise.all((ast.elements as unknown[]).map(of));
      case "ObjectExpression":
        return fieldsOf(ast.properties as Ast[], of);
      case "ChainExpression":
        return of(ast.expression);
      case "MemberExpression":
        return ownOf(await of(ast.object), ast.computed ? await of(ast.property) : (ast.property as Ast).name);
      case "TaggedTemplateExpression":
        return asked(ast, place);
      case "CallExpression":
        return called(ast, of);
      default:
        throw unknown(ast.type);
    }
  }

  async function asked({tag, quasi}: Ast, place: Place): Promise<unknown> {
    if (!isAst(tag) || tag.name !== "sql" || !isAst(quasi)) throw unknown("a tag");
    const strings = (quasi.quasis as Ast[]).map(({start, end}) => place.text.slice(start, end));
    return rowsOf(strings, await Promise.all((quasi.expressions as unknown[]).map((each) => evaluate(each, place))));
  }

  // Calls: `view` of an input, and the arrow function by which Framework shows the rows of a block.
  function called({callee, arguments: args}: Ast, of: (ast: unknown) => Promise<unknown>): Promise<unknown> {
    const [first] = args as Ast[];
    if (isAst(callee) && callee.name === "view") return initialOf(first, of, inputs);
    if (isAst(callee) && callee.type === "ArrowFunctionExpression") return of(first);
    throw unknown("a call");
  }
}

// The initial value of an input: by the kit, else its option `value`.
async function initialOf(
  input: unknown,
  of: (ast: unknown) => Promise<unknown>,
  {defaultOf}: Pick<Sources, "defaultOf">
): Promise<unknown> {
  if (!isAst(input) || input.type !== "CallExpression" || !isAst(input.callee)) throw unknown("an input");
  const args = input.arguments as Ast[];
  const name = String(input.callee.name);
  if (name === "keep") return initialOf(args[1], of, {defaultOf});
  try {
    const value = defaultOf(name, await Promise.all(args.map(of)));
    if (value !== undefined) return value;
  } catch {
    // its rows are not known, but its value may be
  }
  const [option, second] = astsIn(args, ({type, key}) => type === "Property" && (key as Ast).name === "value");
  if (option === undefined || second !== undefined) throw unknown("an input");
  return of(option.value);
}

interface Place {
  text: string;
  /** The names that are being evaluated. */
  path: readonly string[];
}

async function fieldsOf(properties: readonly Ast[], of: (ast: unknown) => Promise<unknown>) {
  const fields = properties.map(async ({type, computed, key, value}) => {
    if (type !== "Property" || computed) throw unknown("a field");
    return [(key as Ast).name ?? (key as Ast).value, await of(value)];
  });
  return Object.fromEntries(await Promise.all(fields));
}

function ownOf(value: unknown, key: unknown): unknown {
  if (value === null || typeof value !== "object" || value instanceof Date) throw unknown(String(key));
  return Object.hasOwn(value, String(key)) ? value[String(key) as keyof typeof value] : undefined;
}

function unknown(what: string): Error {
  return new Error(`not known before the page is open: ${what}`);
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
