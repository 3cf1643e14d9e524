import {parseProgram} from "@observablehq/framework/dist/javascript/parse.js";
import type {Page} from "@observablehq/framework/dist/markdown.js";
import {type Ast, astsIn, isAst} from "./ast.js";
import {defaultOf} from "./rules.js";

/** The value of an expression that the build cannot know. */
export const unknown = Symbol("unknown");

/**
 * Returns a function that gives the value of an expression as the page opens: rows, defaults of the kit's inputs,
 * literals and their fields. Others are `unknown`.
 */
export function openingValues(
  {code}: Page,
  width: number,
  rowsOf: (name: string) => Promise<unknown>
): (expression: string) => Promise<unknown> {
  const inputs = new Map(code.flatMap(({node}) => astsIn(node.body, isInput)).map(({id, init}) => [nameOf(id), init]));
  const known = new Map<string, unknown>();
  return (expression) => {
    const [statement] = parseProgram(`(${expression})`).body as unknown as Ast[];
    return evaluate(statement?.expression);
  };

  async function evaluate(ast: unknown): Promise<unknown> {
    if (!isAst(ast)) return unknown;
    if (ast.type === "Literal") return ast.value;
    if (ast.type === "Identifier") return named(nameOf(ast));
    if (ast.type === "ArrayExpression") {
      const values = await valuesOf(ast.elements);
      return values.includes(unknown) ? unknown : values;
    }
    if (ast.type === "ObjectExpression") return fieldsOf(ast.properties as Ast[]);
    if (ast.type !== "MemberExpression") return unknown;
    return fieldOf(await evaluate(ast.object), ast.computed ? await evaluate(ast.property) : nameOf(ast.property));
  }

  async function valuesOf(asts: unknown): Promise<unknown[]> {
    const values: unknown[] = [];
    for (const ast of asts as Ast[]) values.push(await evaluate(ast));
    return values;
  }

  // A name that needs itself is unknown.
  async function named(name: string): Promise<unknown> {
    if (!known.has(name)) {
      known.set(name, unknown);
      known.set(name, inputs.has(name) ? await defaultIn(inputs.get(name) as Ast) : await rowsOf(name));
    }
    return known.get(name);
  }

  async function defaultIn(view: Ast): Promise<unknown> {
    const [input] = view.arguments as Ast[];
    if (!isAst(input) || input.type !== "CallExpression") return unknown;
    const args = await valuesOf(input.arguments);
    try {
      return defaultOf(nameOf(input.callee), args, width) ?? unknown;
    } catch {
      return unknown; // an argument is unknown, or the input throws on the page, too
    }
  }

  // Options that are unknown, such as functions, rarely change a default. If they do, the page does not find the answer.
  async function fieldsOf(properties: readonly Ast[]): Promise<unknown> {
    const fields: [string, unknown][] = [];
    for (const {key, value} of properties) fields.push([nameOf(key), await evaluate(value)]);
    return Object.fromEntries(fields.filter(([, value]) => value !== unknown));
  }
}

function isInput({type, init}: Ast): boolean {
  return (
    type === "VariableDeclarator" && isAst(init) && init.type === "CallExpression" && nameOf(init.callee) === "view"
  );
}

function nameOf(ast: unknown): string {
  return isAst(ast) ? String(ast.name ?? ast.value ?? "") : "";
}

function fieldOf(value: unknown, key: unknown): unknown {
  if (value === null || typeof value !== "object" || value instanceof Date) return unknown;
  return Object.hasOwn(value, String(key)) ? value[String(key) as keyof typeof value] : unknown;
}
