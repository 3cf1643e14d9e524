import {readFileSync} from "node:fs";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import send from "send";

/**
 * A host of files, as most are: no headers of ours, no page for an address without `.html`, everything below `base`.
 * @param pause a page stops before this text, until the promise is kept
 */
export async function servePlainly(
  folder: string,
  base: string,
  pause?: {before: string; until: Promise<void>}
): Promise<{url: string; close(): Promise<void>}> {
  const server = createServer(async (request, response) => {
    const {pathname} = new URL(request.url ?? "/", "http://localhost");
    if (!pathname.startsWith(base)) response.writeHead(404).end();
    else if (pause && pathname.endsWith(".html")) {
      const page = readFileSync(`${folder}/${pathname.slice(base.length)}`, "utf8");
      const place = page.indexOf(pause.before);
      response.setHeader("content-type", "text/html").write(page.slice(0, place));
      await pause.until;
      response.end(page.slice(place));
    } else send(request, pathname.slice(base.length - 1), {root: folder}).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`, close};
}
