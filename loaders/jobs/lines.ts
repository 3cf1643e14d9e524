/** A saved body in a text: the line it stands in, null where the whole text is one body. */
export interface TextBody {
  body: string;
  line: number | null;
}

/**
 * Splits a text that comes in pieces into saved bodies: one per line, or the whole as one. With `perLine` null the first
 * line decides: if it is JSON by itself, every line is a body.
 */
export async function* splitBodies(text: AsyncIterable<string>, perLine: boolean | null): AsyncGenerator<TextBody> {
  let each = perLine;
  let number = 0;
  const whole: string[] = [];
  for await (const line of linesOf(text)) {
    number += 1;
    if (each === null && line.trim() !== "") each = isJson(line);
    if (each !== true) whole.push(line);
    else if (line.trim() !== "") yield {body: line, line: number};
  }
  if (each !== true) yield {body: whole.join("\n"), line: null};
}

async function* linesOf(text: AsyncIterable<string>): AsyncGenerator<string> {
  let pieces: string[] = []; // of a line that is not whole yet
  for await (const chunk of text) {
    const lines = chunk.split("\n");
    pieces.push(lines[0] ?? "");
    if (lines.length === 1) continue;
    yield pieces.join("");
    yield* lines.slice(1, -1);
    pieces = [lines.at(-1) ?? ""];
  }
  yield pieces.join("");
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false; // the text goes on in the next line
  }
}
