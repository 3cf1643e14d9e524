import {oldestNode} from "../config/package.js";
import {probeDuckdb} from "../database/binding.js";
import {check, type Finding, fix} from "./check.js";

/** Checks what runs Feedbook: Node, and that DuckDB answers a query. */
export async function examineMachine(): Promise<Finding[]> {
  return [
    await check("node", () => {
      const {node} = process.versions;
      const isNewEnough = node.localeCompare(oldestNode, "en", {numeric: true}) >= 0;
      return isNewEnough ? node : fix(`${node} is too old: install Node ${oldestNode} or newer`);
    }),
    await check("duckdb", async () => `${await probeDuckdb()} answers`)
  ];
}
