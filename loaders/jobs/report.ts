/** What a load did, in counts; `entries` = `rows` + `rejected`. */
export interface LoadReport {
  loadId: string;
  command: string;
  /** Whether the rows are simulated; null until the service has told. */
  simulated: boolean | null;
  responses: number;
  entries: number;
  rows: number;
  rejected: number;
  coercions: number;
  /** Responses that said there is nothing at the instant asked for. */
  nothingThere: number;
  /** Bodies of files, or updates of a history, that were in the store already and so were left out. */
  alreadyThere: number;
  /** Asked feeds that did not come, with how often. */
  missing: Record<string, number>;
  /** Feeds that the service refused, with its reason. */
  removed: {feed: number | string; reason: string}[];
  /** What went wrong without ending the load. */
  problems: string[];
  interrupted: boolean;
  seconds: number;
}

/** A report before anything was done. */
export function emptyReport(loadId: string, command: string): LoadReport {
  return {
    loadId,
    command,
    simulated: null,
    responses: 0,
    entries: 0,
    rows: 0,
    rejected: 0,
    coercions: 0,
    nothingThere: 0,
    alreadyThere: 0,
    missing: {},
    removed: [],
    problems: [],
    interrupted: false,
    seconds: 0
  };
}
