import {connect} from "node:net";

/** Hostile requests, each a request line and headers, with the expected status. */
export const hostile: readonly [what: string, status: number, line: string, headers: readonly string[]][] = [
  ["the name of another site", 421, "GET /", ["Host: evil.example"]],
  ["a name that starts as ours", 421, "GET /", ["Host: 127.0.0.1.evil.example"]],
  ["a name that ends as ours", 421, "GET /", ["Host: evil@localhost"]],
  ["every address", 421, "GET /", ["Host: 0.0.0.0:80"]],
  ["an empty name", 421, "GET /", ["Host:"]],
  ["a page of another origin", 403, "GET /", ["Host: localhost", "Origin: http://evil.example"]],
  ["a page of another port", 403, "GET /", ["Host: localhost:80", "Origin: http://localhost:81"]],
  ["a page without an origin", 403, "GET /", ["Host: localhost", "Origin: null"]],
  ["a picture of another site", 403, "GET /", ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Dest: image"]],
  ["a frame of another port", 403, "GET /", ["Sec-Fetch-Site: same-site", "Sec-Fetch-Dest: iframe"]],
  ...["PUT /", "DELETE /", "PATCH /", "TRACE /", "OPTIONS /", "OPTIONS *", "PROPFIND /"].map((line) =>
    entry("another method", 405, line)
  ),
  ...["/%", "/%ff", "/%E0%A4%A", "//", "//[", "//evil.example/", "/a//b", "/\\evil.example", "/a%5cb", "/a%00b"].map(
    (path) => entry("a path that cannot be read", 400, `GET ${path}`)
  ),
  ...["/%0d%0aset-cookie:a", "/%252e%252e%252fa", "*", "http://evil.example/", "http://localhost/"].map((path) =>
    entry("a path that cannot be read", 400, `GET ${path}`)
  ),
  ...["/../a", "/..%2f..%2fpackage.json", "/%2e%2e%2f", "/.env", "/a/.git/config", "/_file/.env"].map((path) =>
    entry("a path that leaves the root, or is hidden", 404, `GET ${path}`)
  ),
  ...[`/${"a/".repeat(600)}`, `/${"a".repeat(200)}`, `/${"%C3%A9".repeat(200)}`].map((path) =>
    entry("a long path", 414, `GET ${path}`)
  )
];

function entry(what: string, status: number, line: string): (typeof hostile)[number] {
  return [what, status, line, []];
}

/** The start of the answer to a request that no client would send; its host is `localhost` by default. */
export function answerTo(url: string, line: string, headers: readonly string[] = []): Promise<string> {
  const sent = headers.some((header) => /^host:/i.test(header)) ? headers : ["Host: localhost", ...headers];
  return new Promise((resolve, reject) => {
    const {hostname, port} = new URL(url);
    const socket = connect(Number(port), hostname);
    socket.setTimeout(60_000, () => socket.destroy());
    socket.on("error", reject).on("close", () => reject(new Error(`no answer: ${line}`)));
    socket.once("data", (data) => {
      resolve(data.toString());
      socket.destroy();
    });
    socket.write(`${line} HTTP/1.1\r\n${sent.join("\r\n")}\r\n\r\n`);
  });
}

/** The statuses of hostile requests that differ from the expected ones. */
export async function wronglyAnswered(url: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const [what, status, line, headers] of hostile) {
    const answer = await answerTo(url, line, headers).catch(String);
    if (!answer.startsWith(`HTTP/1.1 ${status} `))
      wrong.push(`${what}: ${line.slice(0, 40)}: ${answer.split("\r\n")[0]}`);
  }
  return wrong;
}
