import {median} from "d3-array";
import {ConfigError, messageOf} from "../config/errors.js";
import type {Settings} from "../config/settings.js";
import {RefusalError} from "../service/answer.js";
import {check, type Finding, fix, type Verdict} from "./check.js";
import {clockVerdict, skewOf} from "./clock.js";
import {feedsVerdict} from "./feeds.js";
import {type Visit, visitService} from "./visit.js";

/** Asks the service, or the embedded sandbox, for all configured feeds, and reports what of that did not work. */
export async function examineService(settings: Settings, budgetMs?: number): Promise<Finding[]> {
  const visit = await visitService(settings, budgetMs);
  // The catalogue may come from another host, with a clock of its own.
  const sightings = visit.sightings.filter(({url}) => url.endsWith("/latest_price"));
  return [
    await check("service", () => serviceVerdict(visit)),
    await check("token", () => tokenVerdict(visit, settings)),
    await check("clock", () => clockVerdict(skewOf(sightings, visit.published))),
    await check("feeds", () => feedsVerdict(visit))
  ];
}

function serviceVerdict({embedded, baseUrl, latencies, listed, failure, sightings}: Visit): Verdict {
  const name = embedded ? "the embedded sandbox (simulated), as no FEEDBOOK_BASE_URL is set" : baseUrl;
  const reached = failure === null || isAboutToken(failure) || (failure instanceof ConfigError && sightings.length > 0);
  if (!reached && !isBudget(failure)) return fix(`${name}: ${messageOf(failure)}`);
  const latency = median(latencies);
  if (latency === undefined && isBudget(failure)) return fix(`${name}: no answer in time; check the network`);
  const speed = latency === undefined ? "answers" : `answers in ${Math.round(latency)} ms`;
  return `${name}: ${speed}; ${listed === null ? "no catalogue" : `${listed} feeds in the catalogue`}`;
}

// Never the token itself, nor anything of it.
function tokenVerdict({embedded, latencies, refused, failure}: Visit, {token, service}: Settings): Verdict {
  if (embedded) return "not needed by the sandbox";
  if (service.auth === null) return "not needed, as service.auth is null";
  const answered = latencies.length > 0 || refused.length > 0;
  if (token === null) {
    const advice = answered
      ? "the service answers without: set service.auth to null"
      : "set it, or leave FEEDBOOK_BASE_URL unset to use the sandbox";
    return {ok: false, misconfigured: true, text: `missing FEEDBOOK_TOKEN: ${advice}`};
  }
  if (answered) return "FEEDBOOK_TOKEN is set, and accepted";
  if (isAboutToken(failure)) return fix(`FEEDBOOK_TOKEN is set, and not accepted: ${messageOf(failure)}`);
  return "FEEDBOOK_TOKEN is set; not tried, as no feed could be asked for";
}

function isAboutToken(failure: unknown): boolean {
  return failure instanceof RefusalError && failure.endpoint !== "catalogue" && [401, 403].includes(failure.status);
}

// A visit ended because its time was over.
function isBudget(failure: unknown): boolean {
  return failure instanceof DOMException;
}
