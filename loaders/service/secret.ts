/** Keeps a token out of text that others wrote: the service may echo it. */
export interface Secret {
  /** The text with the token, in its usual spellings, replaced. */
  redact(text: string): string;
  /** The same for data: a token too short to be a real one is left, as its letters would be those of the data. */
  redactData(text: string): string;
  /** The text for a message: redacted, on one line, without control characters, bounded. */
  line(text: string): string;
}

const lineLength = 300;
const realLength = 12;

/** Makes the redactor of a token; of null, one that only tidies. */
export function hideToken(token: string | null): Secret {
  const pattern = token === null ? null : new RegExp(spellings(token).map(written).join("|"), "gi");
  // In place rather than parsed and written again, as that would round the numbers.
  const redact = (text: string) => (pattern === null ? text : text.replace(pattern, "[token]"));
  // Redacted again after the control characters are gone, as they may have stood inside it; cut last, so that no part stays.
  const redactData = token !== null && token.length >= realLength ? redact : (text: string) => text;
  return {redact, redactData, line: (text) => cut(redact(tidy(redact(text))))};
}

function spellings(token: string): string[] {
  const base64 = Buffer.from(token).toString("base64").replace(/=+$/, "");
  return [...new Set([token, encodeURIComponent(token), base64])].sort((a, b) => b.length - a.length);
}

// A sign may stand as it is, or as one of JSON's escapes of it: some writers of JSON escape more than they must.
function written(text: string): string {
  return text.replace(/[^a-z\d]/gi, (sign) => {
    const code = sign.charCodeAt(0).toString(16).padStart(4, "0");
    return `(?:\\${sign}|\\\\u${code}|\\\\\\${sign})`;
  });
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();
}

function cut(text: string): string {
  return text.length > lineLength ? `${text.slice(0, lineLength - 1)}…` : text;
}
