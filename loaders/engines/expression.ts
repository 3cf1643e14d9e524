import type {PlanExpression, PlanType} from "../store/database/plan.js";
import {type Dialect, filled, quoted, type Template} from "./dialect.js";

/** An expression that the dialect of an engine does not list. */
export class UntranslatableError extends Error {
  override readonly name = "UntranslatableError";
}

/** Writes an expression of a plan for an engine; `columns` are the texts of its columns. @throws UntranslatableError */
export function expressionText(expression: PlanExpression, columns: readonly string[], dialect: Dialect): string {
  const print = printers[expression.expression_class];
  if (!print) throw new UntranslatableError(`no text for ${expression.expression_class} ${expression.type}`);
  return print(expression, {dialect, columns, text: (inner) => expressionText(inner, columns, dialect)});
}

/** The engine's name of a type of DuckDB. @throws UntranslatableError */
export function typeText(type: PlanType, {types}: Dialect): string {
  const text = types[nameOf(type)];
  if (text === undefined) throw new UntranslatableError(`no type for ${nameOf(type)}`);
  return text;
}

function nameOf({id, type_info}: PlanType): string {
  return type_info?.alias || id;
}

interface Printing {
  dialect: Dialect;
  columns: readonly string[];
  text(expression: PlanExpression): string;
}

type Printer = (expression: PlanExpression, printing: Printing) => string;

const printers: Record<string, Printer> = {
  BOUND_REF: ({index = -1}, {columns}) => columns[index] ?? unknown(`column ${index}`),
  BOUND_CONSTANT: ({value}) => constantText(value),
  BOUND_CAST: castText,
  BOUND_CASE: ({case_checks = [], else_expr}, {text}) => {
    const cases = case_checks.map((check) => `WHEN ${text(check.when_expr)} THEN ${text(check.then_expr)}`);
    return `CASE ${cases.join(" ")} ELSE ${else_expr ? text(else_expr) : "NULL"} END`;
  },
  BOUND_COMPARISON: ({type, left, right}, {text}) => {
    const sign = comparisons[type] ?? unknown(type);
    return left && right ? `(${text(left)} ${sign} ${text(right)})` : unknown(type);
  },
  BOUND_CONJUNCTION: ({type, children = []}, {text}) =>
    `(${children.map(text).join(type === "CONJUNCTION_AND" ? " AND " : " OR ")})`,
  BOUND_OPERATOR: ({type, children = []}, {text}) => filled(operators[type] ?? unknown(type), children.map(text)),
  BOUND_FUNCTION: functionText,
  BOUND_AGGREGATE: (expression, printing) => {
    const {name = "", aggregate_type, filter} = expression;
    if (aggregate_type !== "NON_DISTINCT") unknown(`distinct ${name}`);
    const shares = (expression.function_data?.quantiles ?? []).map(({type, value}) => String(decimalOf(value, type)));
    const {mayLackRows = "$1"} = printing.dialect;
    const args = (expression.children ?? []).map(printing.text);
    const nullable = filter ? args.map((arg, i) => (i === 0 ? filled(mayLackRows, [arg]) : arg)) : args;
    const call = callText(name, [...nullable, ...shares], printing);
    return filter ? `${call} FILTER (WHERE ${printing.text(filter)})` : call;
  },
  BOUND_WINDOW: windowText
};

/** The signs of comparisons in plans. */
export const comparisons: Readonly<Record<string, string>> = {
  COMPARE_EQUAL: "=",
  COMPARE_NOTEQUAL: "<>",
  COMPARE_LESSTHAN: "<",
  COMPARE_LESSTHANOREQUALTO: "<=",
  COMPARE_GREATERTHAN: ">",
  COMPARE_GREATERTHANOREQUALTO: ">=",
  COMPARE_DISTINCT_FROM: "IS DISTINCT FROM",
  COMPARE_NOT_DISTINCT_FROM: "IS NOT DISTINCT FROM"
};

const operators: Record<string, Template> = {
  COMPARE_IN: ([value, ...items]) => `(${items.map((item) => `${value} = ${item}`).join(" OR ")})`,
  OPERATOR_NOT: "(NOT $1)",
  OPERATOR_IS_NULL: "($1 IS NULL)",
  OPERATOR_IS_NOT_NULL: "($1 IS NOT NULL)",
  OPERATOR_COALESCE: "coalesce"
};

const secondsOf: Record<string, number> = {to_seconds: 1, to_minutes: 60, to_hours: 3600, to_days: 86_400};
const units: Record<number, string> = {1: "second", 60: "minute", 3600: "hour", 86400: "day"};

function functionText(expression: PlanExpression, printing: Printing): string {
  const {name = "", children = []} = expression;
  const [first] = children;
  if (name in secondsOf) return `INTERVAL '${intervalOf(expression)}' SECOND`;
  if (name === "time_bucket" && first) {
    const unit = units[intervalOf(first)] ?? unknown(`steps of ${intervalOf(first)} seconds`);
    const [, instant = ""] = children.map(printing.text);
    return castTo(`date_trunc('${unit}', ${instant})`, expression.return_type, printing);
  }
  if (name === "format" && first) return formatText(String(first.value?.value), children.slice(1), printing);
  return callText(name, children.map(printing.text), printing);
}

function callText(name: string, args: string[], {dialect}: Printing): string {
  return filled(dialect.functions[name] ?? unknown(`function ${name}`), args);
}

// Only `{}` is known, a value as its text.
function formatText(pattern: string, values: PlanExpression[], printing: Printing): string {
  const texts = pattern.split("{}").map(quoted);
  const all = texts.flatMap((text, i) => {
    const value = values[i];
    return value ? [text, castTo(printing.text(value), {id: "VARCHAR", type_info: null}, printing)] : [text];
  });
  return `concat(${all.filter((text) => text !== "''").join(", ")})`;
}

function windowText(expression: PlanExpression, printing: Printing): string {
  const {type, name, children = [], partitions = [], orders = [], ignore_nulls = false, start, end} = expression;
  if (ignore_nulls) unknown("window that ignores nulls");
  if (start !== "UNBOUNDED_PRECEDING" || end !== "CURRENT_ROW_RANGE") unknown(`window of ${start} to ${end}`);
  const call = callText(name || type.replace("WINDOW_", "").toLowerCase(), children.map(printing.text), printing);
  const sorted = orders.map(
    (order) => `${printing.text(order.expression)} ${order.type === "DESCENDING" ? "DESC" : "ASC"} ${order.null_order}`
  );
  const by = partitions.length > 0 ? `PARTITION BY ${partitions.map(printing.text).join(", ")}` : "";
  return `${call} OVER (${[by, sorted.length > 0 ? `ORDER BY ${sorted.join(", ")}` : ""].filter(Boolean).join(" ")})`;
}

function castText(expression: PlanExpression, printing: Printing): string {
  const {child, return_type, try_cast} = expression;
  if (!child) return unknown("cast of nothing");
  if (child.value?.is_null) return castTo("NULL", return_type, printing);
  const number = numberOf(expression);
  if (number !== null) return numberText(number, return_type);
  const from = nameOf(child.return_type ?? child.value?.type);
  const special = printing.dialect.casts?.[`${from}→${nameOf(return_type)}`];
  if (special !== undefined) return filled(special, [printing.text(child)]);
  if (try_cast)
    return filled(printing.dialect.tryCast, [printing.text(child), typeText(return_type, printing.dialect)]);
  const isSame =
    child.value === undefined && printing.dialect.types[from] === printing.dialect.types[nameOf(return_type)];
  return isSame ? printing.text(child) : castTo(printing.text(child), return_type, printing);
}

function castTo(text: string, type: PlanType, {dialect}: Printing): string {
  return `CAST(${text} AS ${typeText(type, dialect)})`;
}

function constantText(constant: PlanExpression["value"]): string {
  if (!constant || constant.is_null) return "NULL";
  const {type, value} = constant;
  if (typeof value === "string") return quoted(value);
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return numberText(decimalOf(value, type), type);
  return unknown(`constant of ${type.id}`);
}

// The value of a constant that is cast to a number; its text follows the type.
function numberOf({expression_class, name, value, child, children, return_type}: PlanExpression): number | null {
  if (value && typeof value.value === "number") return decimalOf(value.value, value.type);
  if (expression_class === "BOUND_CAST" && child && /INT|DOUBLE/.test(return_type.id)) return numberOf(child);
  const [first] = children ?? [];
  const inner = name === "trunc" && first ? numberOf(first) : null;
  return inner === null ? null : Math.trunc(inner);
}

function decimalOf(value: number, {id, type_info}: PlanType): number {
  return id === "DECIMAL" ? Number(`${value}e-${type_info?.scale ?? 0}`) : value;
}

// With an exponent it is a double in every engine.
function numberText(value: number, {id}: PlanType): string {
  return id === "DOUBLE" || id === "DECIMAL" ? value.toExponential().replace("+", "") : String(value);
}

function intervalOf({name = "", children: [count] = []}: PlanExpression): number {
  const number = count ? numberOf(count) : null;
  const seconds = secondsOf[name];
  return number === null || seconds === undefined ? unknown(`interval by ${name}`) : number * seconds;
}

function unknown(what: string): never {
  throw new UntranslatableError(`no text for ${what}`);
}
