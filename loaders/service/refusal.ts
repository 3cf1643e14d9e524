import type {Answer, Exchange} from "./answer.js";
import {type Asked, RefusalError, type ServiceError, TransportError} from "./errors.js";
import {isPassing, retryAfterMs} from "./retry.js";
import type {Secret} from "./secret.js";

/** What a refusal was about. */
export interface Refused {
  asked: Asked;
  url: string;
  answer: Answer | null;
  secret: Secret;
  /** Whether the request carried a token. */
  withToken: boolean;
}

/** The error for a response that is no answer: status, endpoint, the service's text and what to do. */
export function refusalOf(response: Exchange, refused: Refused): ServiceError {
  const {httpStatus: status, headers, body, tries, receivedAt} = response;
  const {asked, answer, secret} = refused;
  const serviceText = secret.line(body);
  const said = `${status}${serviceText === "" ? " and no text" : `: ${serviceText}`}`;
  if (!isPassing(status)) {
    const message = `${asked} refused with ${said}; ${adviceOn(status, headers, refused)}`;
    return new RefusalError(asked, message, status, serviceText, answer);
  }
  const wait = retryAfterMs(headers, receivedAt.getTime()) ?? 0;
  const advice = wait > 0 ? `try again in ${Math.ceil(wait / 1000)} s` : "try again later";
  const message = `${asked} failed ${tries === 1 ? "once" : `${tries} times`} with ${said}; ${advice}`;
  return new TransportError(asked, message, status, null, wait);
}

function adviceOn(status: number, headers: Headers, {asked, url, secret, withToken}: Refused): string {
  const address = secret.line(url);
  const target = secret.line(headers.get("location") ?? "");
  if (status === 304)
    return `that is, nothing new since an answer that it did not see: a cache is in the way, check ${variable(asked)} (asked ${address})`;
  if (status >= 300 && status < 400) {
    if (target === "") return `it redirects, but does not say where to: check ${variable(asked)} (asked ${address})`;
    return `it redirects to ${target}, which is not followed, so that the token stays with its host: correct ${variable(asked)}`;
  }
  if (asked === "catalogue")
    return `check service.catalogueUrl (asked ${address}), or list the feeds in feedbook.config.ts`;
  if (status === 400) return "change feeds, service.channel, service.properties or service.formats";
  if (status === 401)
    return withToken ? "check FEEDBOOK_TOKEN and service.auth" : "set FEEDBOOK_TOKEN and service.auth";
  if (status === 403) return "leave the feed out of feeds, or ask the service for access to it";
  if (status === 413) return "ask for fewer feeds at a time: service.batchSize";
  return `check FEEDBOOK_BASE_URL: asked ${address}`;
}

function variable(asked: Asked): string {
  return asked === "catalogue" ? "service.catalogueUrl" : "FEEDBOOK_BASE_URL";
}
