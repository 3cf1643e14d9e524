import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import send from "send";

/**
 * A host of files, as most are: no headers of ours, no page for an address without `.html`, everything below `base`.
 */
export async function servePlainly(folder: string, base: string): Promise<{url: string; close(): Promise<void>}> {
  const server = createServer(async (request, response) => {
    const {pathname} = new URL(request.url ?? "/", "http://localhost");
    if (!pathname.startsWith(base)) response.writeHead(404).end();
    else send(request, pathname.slice(base.length - 1), {root: folder}).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`, close};
}
