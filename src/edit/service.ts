import type {EditedPage} from "../../loaders/site/edit/server.js";
import type {Change} from "./changes.js";

/** The file was changed since the page was read: nothing was written. */
export class Changed extends Error {}

/** Reads the source of this page. */
export function readSource(): Promise<EditedPage> {
  return ask(`?page=${encodeURIComponent(location.pathname)}`, {});
}

/** Changes the file of this page, or undoes the last save. @throws Changed unless the file is still as `hash` says */
export function writeSource(hash: string, change: Change | "undo"): Promise<EditedPage> {
  const body = JSON.stringify({page: location.pathname, hash, change});
  return ask("", {method: "POST", body, headers: {"content-type": "application/json"}});
}

async function ask(search: string, options: RequestInit & {headers?: Record<string, string>}): Promise<EditedPage> {
  const send = () => {
    const headers = {...options.headers, "x-feedbook-secret": secret};
    return fetch(`/_feedbook/edit${search}`, {...options, headers});
  };
  let response = await send();
  if (response.status === 403) {
    secret = await freshSecret(); // the preview may have been restarted
    response = await send();
  }
  const answer = await response.json();
  if (response.status === 409) throw new Changed(answer.error);
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

let secret = secretOf(document);

function secretOf(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[name="feedbook-edit"]')?.content ?? "";
}

async function freshSecret(): Promise<string> {
  const page = await fetch(location.pathname, {cache: "no-store"});
  return secretOf(new DOMParser().parseFromString(await page.text(), "text/html"));
}
