import {readFileSync} from "node:fs";

const {version, engines} = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));

/** Version of Feedbook. */
export const feedbookVersion = String(version);

/** The oldest Node that runs it, as in `20.19`. */
export const oldestNode = String(engines.node).replace(">=", "");
