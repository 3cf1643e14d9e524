import type {PlanExpression, PlanOperator} from "../store/database/plan.js";
import type {Dialect} from "./dialect.js";
import {comparisons, expressionText, UntranslatableError} from "./expression.js";

// The result of an operator: a source, conditions, and its columns in order, each with its expression and name.
interface Relation {
  from: string;
  where: string[];
  columns: Column[];
  /** The query that `from` is made of. */
  body?: string;
}

interface Column {
  text: string;
  name: string;
}

interface Printing {
  dialect: Dialect;
  ctes: {index: number; name: string; columns: string[]; body: string}[];
  alias(): string;
}

/** Writes a plan as a query for an engine, with these names of columns. @throws UntranslatableError */
export function selectText(plan: PlanOperator, names: readonly string[], dialect: Dialect): string {
  let tables = 0;
  const printing: Printing = {dialect, ctes: [], alias: () => `t${++tables}`};
  const relation = relationOf(plan, printing);
  const isDone = relation.body !== undefined && relation.where.length === 0 && relation.columns.length === names.length;
  const isNamed = names.every((name, i) => relation.columns[i]?.name === name);
  const items = relation.columns.map(({text}, i) => ({text, name: names[i] ?? ""}));
  const body = isDone && isNamed ? relation.body : bodyOf(relation, items, dialect);
  const shared = printing.ctes.map((cte) => `${cte.name} AS ${inner(cte.body)}`);
  const parts = [shared.length > 0 ? `WITH ${shared.join(", ")}` : "", body, dialect.settings];
  return parts.filter(Boolean).join("\n");
}

function relationOf(operator: PlanOperator, printing: Printing): Relation {
  const print = printers[operator.type];
  if (!print) throw new UntranslatableError(`no text for ${operator.type}`);
  return print(operator, printing);
}

const printers: Record<string, (operator: PlanOperator, printing: Printing) => Relation> = {
  LOGICAL_GET({names = [], column_indexes = [], function_data}, printing) {
    const columns = column_indexes.map(({index}) => names[index] ?? "");
    return sourceOf(function_data?.table ?? "", columns, printing);
  },
  LOGICAL_FILTER(operator, printing) {
    const read = childOf(operator, printing);
    return {...read, where: [...read.where, ...textsOf(operator.expressions, read, printing)]};
  },
  LOGICAL_PROJECTION({children, expressions = []}, printing) {
    const read = childOf({children}, printing);
    const texts = textsOf(expressions, read, printing);
    const items = texts.map((text, i) => ({text, name: expressions[i]?.alias || `c${i}`}));
    const isPlain = expressions.every(({expression_class}) => expression_class === "BOUND_REF");
    return isPlain ? {from: read.from, where: read.where, columns: items} : nested(read, items, printing);
  },
  LOGICAL_AGGREGATE_AND_GROUP_BY({children, groups = [], expressions = []}, printing) {
    const read = childOf({children}, printing);
    const keys = textsOf(groups, read, printing).map((text, i) => ({text, name: groups[i]?.alias || `g${i}`}));
    const made = textsOf(expressions, read, printing).map((text, i) => ({text, name: `a${i}`}));
    return nested(read, [...keys, ...made], printing, `\nGROUP BY ${keys.map((_, i) => i + 1).join(", ")}`);
  },
  LOGICAL_WINDOW({children, expressions}, printing) {
    const read = childOf({children}, printing);
    const made = textsOf(expressions, read, printing).map((text, i) => ({text, name: `w${i}`}));
    return nested(read, [...read.columns, ...made], printing);
  },
  LOGICAL_UNNEST({children, expressions = []}, printing) {
    const read = childOf({children}, printing);
    const {column, table = ""} = printing.dialect.unnest;
    const lists = expressions.flatMap(({child}) => (child ? [child] : []));
    const [list = ""] = textsOf(lists, read, printing);
    if (lists.length !== 1) throw new UntranslatableError("no text for several lists side by side");
    const fill = (text: string) => text.replaceAll("$1", list).replaceAll("$2", "u0");
    const from = table === "" ? read.from : `${read.from}\n${fill(table)}`;
    return nested({...read, from}, [...read.columns, {text: fill(column), name: "u0"}], printing);
  },
  LOGICAL_COMPARISON_JOIN({children, join_type = "", conditions = []}, printing) {
    if (!["INNER", "LEFT", "SEMI"].includes(join_type))
      throw new UntranslatableError(`no text for a join of kind ${join_type}`);
    const [left, right] = children.map((child) => plainOf(relationOf(child, printing), printing));
    if (!left || !right) throw new UntranslatableError("no text for a join of one table");
    if (join_type === "SEMI") return semiJoin(left, right, {conditions, printing});
    const on = conditions.map((condition) => {
      const [a] = textsOf([condition.left], left, printing);
      const [b] = textsOf([condition.right], right, printing);
      return `${a} ${comparisons[condition.comparison]} ${b}`;
    });
    const from = `${left.from}\n${join_type} JOIN ${right.from} ON ${on.join(" AND ")}`;
    return {from, where: [], columns: [...left.columns, ...right.columns]};
  },
  LOGICAL_UNION({children, setop_all}, printing) {
    const [first, ...others] = children.map((child) => relationOf(child, printing));
    if (!first || !setop_all) throw new UntranslatableError("no text for a union without repeats");
    const named = uniqueNames(first.columns);
    const bodies = [first, ...others].map((read) => {
      const items = read.columns.map(({text}, i) => ({text, name: named[i]?.name ?? ""}));
      return bodyOf(read, items, printing.dialect);
    });
    const body = bodies.join("\nUNION ALL\n");
    return {
      ...sourceOf(
        inner(body),
        named.map(({name}) => name),
        printing
      ),
      body
    };
  },
  LOGICAL_MATERIALIZED_CTE({ctename: name = "", table_index: index = 0, children: [shared, main]}, printing) {
    if (!shared || !main) throw new UntranslatableError(`no text for ${name}`);
    const read = relationOf(shared, printing);
    const columns = uniqueNames(read.columns);
    const body = bodyOf(read, columns, printing.dialect);
    printing.ctes.push({index, name, columns: columns.map((column) => column.name), body});
    return relationOf(main, printing);
  },
  LOGICAL_CTE_REF({cte_index}, printing) {
    const cte = printing.ctes.find(({index}) => index === cte_index);
    return sourceOf(cte?.name ?? "", cte?.columns ?? [], printing);
  }
};

// The rows of the first table that the second one knows.
function semiJoin(
  left: Relation,
  right: Relation,
  {conditions: [condition, another] = [], printing}: Pick<PlanOperator, "conditions"> & {printing: Printing}
): Relation {
  if (condition?.comparison !== "COMPARE_EQUAL" || another)
    throw new UntranslatableError("no text for a semi join by anything but one column");
  const [key] = textsOf([condition.left], left, printing);
  const [known = ""] = textsOf([condition.right], right, printing);
  return {...left, where: [`${key} IN (SELECT ${known} FROM ${right.from})`]};
}

function childOf({children: [child]}: Pick<PlanOperator, "children">, printing: Printing): Relation {
  if (!child) throw new UntranslatableError("no text for an operator that reads nothing");
  return relationOf(child, printing);
}

function textsOf(expressions: PlanExpression[] | undefined, {columns}: Relation, {dialect}: Printing): string[] {
  const texts = columns.map(({text}) => text);
  return (expressions ?? []).map((expression) => expressionText(expression, texts, dialect));
}

// A table, by a short name.
function sourceOf(table: string, columns: readonly string[], {alias, dialect}: Printing): Relation {
  const name = alias();
  const texts = columns.map((column) => ({text: `${name}.${quotedName(column, dialect)}`, name: column}));
  return {from: `${table} AS ${name}`, where: [], columns: texts};
}

// A query in place of a table.
function nested(read: Relation, items: readonly Column[], printing: Printing, end = ""): Relation {
  const named = uniqueNames(items);
  const body = `${bodyOf(read, named, printing.dialect)}${end}`;
  const names = named.map(({name}) => name);
  return {...sourceOf(inner(body), names, printing), body};
}

// Without conditions of its own, so that it can be joined.
function plainOf(relation: Relation, printing: Printing): Relation {
  return relation.where.length === 0 ? relation : nested(relation, relation.columns, printing);
}

function bodyOf({from, where}: Relation, items: readonly Column[], dialect: Dialect): string {
  const listed = items.map(({text, name}) => `  ${text} AS ${quotedName(name, dialect)}`);
  const conditions = where.length > 0 ? `\nWHERE ${where.join(" AND ")}` : "";
  return `SELECT\n${listed.join(",\n")}\nFROM ${from}${conditions}`;
}

function inner(body: string): string {
  return `(\n${body.replaceAll(/^/gm, "  ")}\n)`;
}

function uniqueNames(columns: readonly Column[]): Column[] {
  const seen = new Set<string>();
  return columns.map(({text, name}, i) => {
    const unique = seen.has(name) ? `${name}_${i}` : name;
    seen.add(unique);
    return {text, name: unique};
  });
}

function quotedName(name: string, {quote}: Dialect): string {
  return `${quote}${name}${quote}`;
}
