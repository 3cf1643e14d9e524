/** A saved body in a text: the line it stands in, null where the whole text is one body. */
export interface TextBody {
  body: string;
  line: number | null;
}

/**
 * Splits a text that comes in pieces into saved bodies: one per line, or the whole as one. With `perLine` null the first
 * line decides: if it is JSON by itself, every line is a body. @throws if a body has more than `most` characters
 */
export async function* splitBodies(
  text: AsyncIterable<string>,
  perLine: boolean | null,
  most = Infinity
): AsyncGenerator<TextBody> {
  let each = perLine;
  let number = 0;
  let length = 0; // of the body so far
  const whole: string[] = [];
  for await (const line of linesOf(text, most)) {
    number += 1;
    if (each === null && line.trim() !== "") each = isJson(line);
    length = bounded(each === true ? line.length : length + line.length, most);
    if (each !== true) whole.push(line);
    else if (line.trim() !== "") yield {body: line, line: number};
  }
  if (each !== true) yield {body: whole.join("\n"), line: null};
}

async function* linesOf(text: AsyncIterable<string>, most: number): AsyncGenerator<string> {
  let pieces: string[] = []; // of a line that is not whole yet
  let length = 0;
  for await (const chunk of text) {
    const lines = chunk.split("\n");
    const [first = ""] = lines;
    pieces.push(first);
    length = bounded(length + first.length, most);
    if (lines.length === 1) continue;
    yield pieces.join("");
    yield* lines.slice(1, -1);
    pieces = [lines.at(-1) ?? ""];
    length = pieces[0]?.length ?? 0;
  }
  yield pieces.join("");
}

function bounded(length: number, most: number): number {
  if (length <= most) return length;
  throw new Error(`a body is longer than ${most} bytes: raise service.maxBodyBytes, or leave it out`);
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false; // the text goes on in the next line
  }
}
