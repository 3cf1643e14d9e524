const token = /"(?:[^"\\]|\\[\s\S])*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * A JSON text as a value in which every number has all its written digits, whatever a double holds: two texts
 * mean the same if these are equal. Text that is no Unicode has replacement characters. @throws SyntaxError
 */
export function written(json: string): unknown {
  JSON.parse(json); // it must be JSON before the numbers are marked, too
  return plain(
    JSON.parse(json.replace(token, (found) => (found.startsWith('"') ? found : `{"number":"${decimal(found)}"}`)))
  );
}

// Digits without zeros at their ends, and where the point stands.
function decimal(number: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const kept = digits.replace(/0+$/, "");
  if (kept === "") return "0";
  return `${sign}${kept}e${BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - kept.length)}`;
}

function plain(value: unknown): unknown {
  if (typeof value === "string") return Buffer.from(value).toString();
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return new Map(Object.entries(value).map(([name, part]) => [Buffer.from(name).toString(), plain(part)]));
}
