import type {EditedPage} from "../../../loaders/edit/server.js";

export type {EditedPage} from "../../../loaders/edit/server.js";

/** Why an edit was refused, and with which status of HTTP. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string
  ) {
    super(message);
  }
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Reads the source of this page. @throws Refused */
export function readSource(): Promise<EditedPage> {
  return ask(`?page=${encodeURIComponent(location.pathname)}`, {});
}

/** Changes the file of this page, if it is still as `hash` says: by a `change` or a `step`. @throws Refused */
export function writeSource(hash: string, wish: object): Promise<EditedPage> {
  const body = JSON.stringify({page: location.pathname, hash, ...wish});
  return ask("", {method: "POST", body, headers: {"content-type": "application/json"}});
}

async function ask(search: string, options: RequestInit & {headers?: Record<string, string>}): Promise<EditedPage> {
  const send = () => {
    const headers = {...options.headers, "x-feedbook-secret": secret};
    return fetch(`/_feedbook/edit${search}`, {...options, headers});
  };
  let response = await send();
  if (response.status === 403) {
    secret = secretOf(await freshPage()); // the preview may have been restarted
    response = await send();
  }
  const answer = await response.json();
  if (!response.ok) throw new Refused(response.status, answer.error);
  return answer;
}

let secret = secretOf(document);

function secretOf(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[name="feedbook-edit"]')?.content ?? "";
}

/** Fetches this page as the preview makes it now. */
export async function freshPage(): Promise<Document> {
  const answer = await fetch(location.pathname, {cache: "no-store"});
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}
