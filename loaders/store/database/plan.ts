import {DuckDBInstance, quotedString} from "@duckdb/node-api";
import {queryRecords} from "./query.js";

/** A type of DuckDB, as plans name it: `DOUBLE`, or `LIST` with the type of its items. */
export interface PlanType {
  id: string;
  type_info: {alias?: string; width?: number; scale?: number} | null;
}

/** An expression of a plan, with macros and stars expanded, all casts written, and columns as places in the operator's input. */
export interface PlanExpression {
  expression_class: string;
  /** Which comparison, conjunction, operator or window it is. */
  type: string;
  alias: string;
  return_type: PlanType;
  /** For a function, aggregate or window. */
  name?: string;
  children?: PlanExpression[];
  /** For a reference. */
  index?: number;
  /** For a constant. */
  value?: {type: PlanType; is_null: boolean; value: unknown};
  child?: PlanExpression;
  try_cast?: boolean;
  left?: PlanExpression;
  right?: PlanExpression;
  case_checks?: {when_expr: PlanExpression; then_expr: PlanExpression}[];
  else_expr?: PlanExpression;
  /** For an aggregate. */
  filter?: PlanExpression | null;
  aggregate_type?: string;
  function_data?: {quantiles?: {type: PlanType; value: number}[]};
  /** For a window. */
  partitions?: PlanExpression[];
  orders?: {type: string; null_order: string; expression: PlanExpression}[];
  ignore_nulls?: boolean;
  start?: string;
  end?: string;
}

/** An operator of a plan, with its inputs. */
export interface PlanOperator {
  type: string;
  children: PlanOperator[];
  expressions?: PlanExpression[];
  /** For an aggregate. */
  groups?: PlanExpression[];
  /** For a table: its columns, and the places of the columns that are read. */
  names?: string[];
  column_indexes?: {index: number}[];
  function_data?: {table?: string};
  /** For a common table expression. */
  ctename?: string;
  table_index?: number;
  cte_index?: number;
  /** For a join. */
  join_type?: string;
  /** For a union: whether it keeps repeated rows. */
  setop_all?: boolean;
  conditions?: {left: PlanExpression; right: PlanExpression; comparison: string}[];
}

/** A database in memory that plans queries and has no rows. */
export interface Planner {
  run(sql: string): Promise<void>;
  /** DuckDB's plan before optimization. @throws Error if the query does not fit the tables */
  plan(sql: string): Promise<PlanOperator>;
  columnsOf(table: string): Promise<string[]>;
}

/** Opens a planner for some work. */
export async function usePlanner<T>(work: (planner: Planner) => Promise<T>): Promise<T> {
  const instance = await DuckDBInstance.create(":memory:", {threads: "1"});
  try {
    const connection = await instance.connect();
    return await work({
      async run(sql) {
        await connection.run(sql);
      },
      async plan(sql) {
        const [row] = await queryRecords(connection, `SELECT json_serialize_plan(${quotedString(sql)}) AS plan`);
        const {error, error_message, plans} = JSON.parse(String(row?.plan));
        if (error) throw new Error(`cannot plan ${sql}: ${error_message}`);
        return plans[0];
      },
      columnsOf: async (table) => (await connection.run(`FROM ${table} LIMIT 0`)).columnNames()
    });
  } finally {
    instance.closeSync();
  }
}
