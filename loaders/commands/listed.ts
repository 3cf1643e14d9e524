import type {Load} from "../load/books.js";
import {loadFiles} from "../load/files/file.js";
import {loadHistory} from "../load/history.js";
import {loadLatest} from "../load/questions.js";
import {printJson} from "./output.js";
import {reportLoad} from "./report-load.js";
import {type Context, exitCodes, reportError} from "./run.js";

const worstFirst = [exitCodes.failed, exitCodes.usage, exitCodes.rejected];

/** Runs the loads that `feedbook.config.ts` lists, one after another, whichever fail. Gives the worst exit code. */
export async function loadListed(context: Context, {strict}: {strict?: boolean}): Promise<number> {
  const codes: number[] = [];
  const reports: object[] = [];
  for (const listed of context.settings.loads) {
    if (context.signal.aborted) break;
    const kind = listed.command === "file" ? {online: false, simulated: listed.simulated} : {};
    const options = {strict, ...kind, reports};
    codes.push(
      await reportLoad(context, listed.command, workOf(listed), options).catch((error) => reportError(error, context))
    );
  }
  if (context.json) printJson(context, reports);
  return worstFirst.find((code) => codes.includes(code)) ?? exitCodes.done;
}

function workOf(listed: Context["settings"]["loads"][number]): (load: Load) => Promise<void> {
  switch (listed.command) {
    case "latest":
      return loadLatest;
    case "history":
      return (load) => loadHistory(load, listed);
    case "file":
      return (load) => loadFiles(load, listed);
  }
}
