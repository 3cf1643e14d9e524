/** A DuckDB type, as far as it is needed to read values: its name and the types inside it. */
export interface SqlType {
  name: string;
  children: readonly SqlType[];
  /** Names of a struct's fields or a union's members; "" for those without one. */
  names: readonly string[];
}

/** Parses a type as DESCRIBE writes it: `STRUCT(a BIT, "b c" DECIMAL(9,2)[])[3]`. @throws TypeError for any other text */
export function parseType(text: string): SqlType {
  let at = 0;
  const type = one();
  if (at < text.length) throw new TypeError(`no type of DuckDB: ${text}`);
  return type;

  function one(): SqlType {
    const name = take(/[\w ]*\w/y);
    let type: SqlType = {name, children: [], names: []};
    if (/^(STRUCT|UNION|MAP)$/.test(name)) type = {name, ...members(name !== "MAP")};
    else take(/\((?:'(?:[^']|'')*'|[^()'])*\)|/y); // DECIMAL(18,3), ENUM('a', 'b')
    while (take(/\[\d*\]|/y) !== "") type = {name: "LIST", children: [type], names: []};
    return type;
  }

  function members(named: boolean): Pick<SqlType, "children" | "names"> {
    const [children, names]: [SqlType[], string[]] = [[], []];
    take(/\(/y);
    do {
      const name = named ? take(/"(?:[^"]|"")*" |\w+ (?!WITH )|/y).trim() : "";
      names.push(name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name);
      children.push(one());
    } while (take(/, |/y) !== "");
    take(/\)/y);
    return {children, names};
  }

  function take(pattern: RegExp): string {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found === undefined) throw new TypeError(`no type of DuckDB: ${text}`);
    at += found.length;
    return found;
  }
}
