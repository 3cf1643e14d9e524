import {requireOnDemand} from "./on-demand.js";

/** ClickHouse in this process. */
export interface ClickHouse {
  /** The answer as text of a format, such as `TSV`. @throws with ClickHouse's message */
  query(sql: string, format?: string): string;
  close(): void;
}

/** Opens ClickHouse 26.7, which the package chdb has inside. @throws Error if it must be installed and there is no network */
export async function openClickHouse(): Promise<ClickHouse> {
  const {Session} = (await requireOnDemand("chdb", "3.4.0", "540 MB")) as {Session: new () => ClickHouse};
  return new Session();
}
