import {shorten} from "../config/size.js";

/** Keeps a token out of text from elsewhere: the service may echo it. */
export interface Secret {
  /** The text with the token, in its usual spellings, replaced. */
  redact(text: string): string;
  /** The same for data, except for a token that is too short to be real: data has its letters by chance. */
  redactData(text: string): string;
  /** The text for a message: redacted, on one line, without control characters, shortened. */
  line(text: string): string;
}

const lineLength = 300;
const realLength = 12;

/** Makes the redactor of a token; without a token, it only shortens and cleans text. */
export function hideToken(token: string | null): Secret {
  const plain = token === null ? null : anyOf(spellings(token).map(literal));
  const escaped = token === null ? null : anyOf(spellings(token).map(escapable));
  // Replaces within the JSON text, as parsing and writing it again would round numbers. Updates have no backslash: they take
  // the faster pattern.
  const redact = (text: string) => {
    const pattern = text.includes("\\") ? escaped : plain;
    return pattern === null ? text : text.replace(pattern, "[token]");
  };
  // `line` redacts again after it removes control characters from inside the token, and cuts last, so that no part of it stays.
  const redactData = token !== null && token.length >= realLength ? redact : (text: string) => text;
  return {redact, redactData, line: (text) => shorten(redact(tidy(redact(text))), lineLength)};
}

function spellings(token: string): string[] {
  const base64 = Buffer.from(token).toString("base64").replace(/=+$/, "");
  const all = [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1), base64];
  return [...new Set(all)].sort((a, b) => b.length - a.length);
}

function anyOf(patterns: string[]): RegExp {
  return new RegExp(patterns.join("|"), "gi");
}

// A pattern in which each character stands for itself or any of its JSON escapes, in upper or lower case.
function escapable(text: string): string {
  return text.replace(/./gs, (character) => {
    const either = [...new Set([character.toLowerCase(), character.toUpperCase()])].filter(({length}) => length === 1);
    const codes = either.map((one) => `\\\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`);
    const short = /["\\/]/.test(character) ? [`\\\\${literal(character)}`] : [];
    return `(?:${[...codes, ...short, literal(character)].join("|")})`;
  });
}

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    .trim();
}
