import type {Completion, CompletionContext, CompletionResult} from "@codemirror/autocomplete";
import {keywordCompletionSource, PostgreSQL, SQLDialect} from "@codemirror/lang-sql";
import {LanguageSupport, syntaxTree} from "@codemirror/language";
import {completionsAt, type Schema} from "./completions.js";

// What queries are written with; DuckDB reserves more words. The dialect divides them at spaces only.
const keywords =
  oneLine(`all and anti any array as asc asof attach between by case cast collate columns create cross cube current
desc describe distinct drop else end escape except exclude exists explain extract false filter first following for from full
glob group grouping having if ilike in inner intersect interval into is isnull join lambda lateral left like limit macro map
natural not notnull null nulls offset on or order outer over partition pivot positional preceding qualify range recursive
replace right rollup row rows sample select semi set sets show similar some struct summarize table tablesample temp then to
true try_cast unbounded union unpivot using values view when where window with within`);

const types =
  oneLine(`bigint bit blob boolean date decimal double enum float hugeint integer interval json list map real smallint
struct time timestamp timestamptz tinyint ubigint uhugeint uinteger usmallint utinyint uuid varchar`); // a UNION is drawn as the keyword that it nearly always is

const duckdb = SQLDialect.define({
  ...PostgreSQL.spec,
  ...{keywords, types, builtin: "", caseInsensitiveIdentifiers: true}
});

function oneLine(words: string): string {
  return words.replaceAll("\n", " ");
}

const keywordSource = keywordCompletionSource(duckdb, true);

/** SQL as DuckDB reads it, completed by the names of a schema, which is asked for each time as it may grow. */
export function sqlLanguage(schemaOf: () => Schema): LanguageSupport {
  const autocomplete = (context: CompletionContext) => complete(context, schemaOf());
  return new LanguageSupport(duckdb.language, [duckdb.language.data.of({autocomplete})]);
}

async function complete(context: CompletionContext, schema: Schema): Promise<CompletionResult | null> {
  const {state, pos, explicit} = context;
  if (/String|Comment/.test(syntaxTree(state).resolveInner(pos, -1).name)) return null;
  const word = context.matchBefore(/\w+/);
  const isAfterDot = context.matchBefore(/[A-Za-z_]\w*\.\w*/) !== null;
  if (word === null && !isAfterDot && !explicit) return null;
  const own = completionsAt(schema, state.sliceDoc(0, pos), state.doc.toString());
  const others = isAfterDot ? [] : await keywordOptions(context);
  const options = [...own, ...others];
  return options.length === 0 ? null : {from: word?.from ?? pos, options, validFor: /^\w*$/};
}

async function keywordOptions(context: CompletionContext): Promise<readonly Completion[]> {
  return (await keywordSource(context))?.options ?? [];
}
