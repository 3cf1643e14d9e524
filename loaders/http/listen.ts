import {createServer, type RequestListener} from "node:http";
import {type Guarded, guard} from "./guard.js";

/** A running server. */
export interface Serving {
  url: string;
  port: number;
  close(): Promise<void>;
}

/** Starts a guarded server on 127.0.0.1, or with `hosts` on all addresses; port 0: any. @throws if the port is taken */
export async function listen(listener: RequestListener, port: number, guarded: Guarded = {}): Promise<Serving> {
  const server = createServer(listener);
  guard(server, guarded);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    const address = guarded.hosts?.length ? {} : {host: "127.0.0.1"};
    server.listen({port, ...address}, resolve);
  });
  const address = server.address();
  const taken = typeof address === "object" && address !== null ? address.port : port;
  return {url: `http://127.0.0.1:${taken}`, port: taken, close: () => close(server)};
}

function close(server: ReturnType<typeof createServer>): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
