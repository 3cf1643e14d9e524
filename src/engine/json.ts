const levels = 24; // how deep lists and objects may be nested

// A value at its end: RE2 has no recursion, so the pattern has one list or object within the other, `levels` times.
const text = String.raw`"(?:[^"\\]|\\.)*"`;
const items = (open: string, inner: string, close: string) => `[${open}](?:[^"\\[\\]{}]|${text}${inner})*[${close}]`;
const container = Array.from({length: levels})
  .reduce((inner: string) => `|${items("\\[{", inner, "\\]}")}`, "")
  .slice(1);
const value = `${text}|${container}|[^ \\t\\n\\r,:\\[\\]{}"]+`;
// Of a value: a run without escapes and numbers, a text with escapes, or a number. White space is left out.
const token = String.raw`(?:"[^"\\]*"|[a-z,:\[\]{}])+|${text}|[-+.0-9eE]+`;
const piece = String.raw`\\u[dD][89abAB]..\\u....|\\u....|\\.|[^\\]+`; // of a text: an escape, or what is between two

// The whole grammar: texts are replaced by "", scalars by 0, and then, from the innermost, lists and objects by 0.
const space = "[ \\t\\n\\r]*";
const hex = "[0-9a-fA-F]";
const unicode = `[0-9a-cA-CefEF]${hex}{3}|[dD][0-7]${hex}{2}|[dD][89abAB]${hex}{2}\\\\u[dD][c-fC-F]${hex}{2}`;
const validText = String.raw`${space}"(?:[^"\\\x00-\x1f]|\\["\\/bfnrt]|\\u(?:${unicode}))*"${space}`;
const scalar = String.raw`${space}(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)${space}`;
const any = `(?:""|0)`;
const list = String.raw`\[(?:${space}|${any}(?:,${any})*)\]`;
const object = String.raw`\{(?:${space}|"":${any}(?:,"":${any})*)\}`;

const step = String.raw`\."[^"\\*]+"|\.[^.\["\\*]+|\[#?-[1-9]\d*\]|\[\d+\]`;
const controls = "chr(8) || chr(9) || chr(10) || chr(12) || chr(13)";

/**
 * SQL that creates macros with the names and results of `->>` and `json_extract_string` of DuckDB's json extension,
 * which pages do not have. They cause an error for a text that is not JSON by its standard, or is nested deeper than
 * `levels`, and for paths with wildcards and escapes. Lambdas over lists of one element compute it once.
 */
export const jsonStandIns = `
CREATE OR REPLACE TEMP MACRO json_refuse(reason) AS reason::BIGINT::VARCHAR; -- error() would count as a side effect
CREATE OR REPLACE TEMP MACRO json_folded(json) AS list_reduce(
  string_split(repeat(' ', ${levels}), ' '),
  lambda folded, _: regexp_replace(folded, '${space}(?:${list}|${object})${space}', '0', 'g'),
  regexp_replace(regexp_replace(json, '${validText}', '""', 'g'), '${scalar}', '0', 'g')
);
CREATE OR REPLACE TEMP MACRO json_checked(json) AS CASE
  WHEN json_folded(json) IN ('0', '""') THEN trim(json, ' ' || chr(9) || chr(10) || chr(13))
  ELSE json_refuse('not JSON, or nested too deep: ' || json[:80])
END;
CREATE OR REPLACE TEMP MACRO json_steps(path) AS CASE
  WHEN path IS NULL THEN NULL
  WHEN regexp_matches(typeof(path), '^U?(?:TINY|SMALL|BIG|HUGE)?INT(?:EGER)?$') THEN ['[' || path::VARCHAR]
  WHEN typeof(path) = 'VARCHAR' AND path::VARCHAR IN ('', '$') THEN []::VARCHAR[]
  WHEN typeof(path) = 'VARCHAR' AND regexp_full_match(path::VARCHAR, '\\$(?:${step})+') THEN list_transform(
    regexp_extract_all(path::VARCHAR, '${step}'),
    lambda step: regexp_replace(step, '(?s)^\\."(.*)"$', '.\\1').regexp_replace('^\\[#?(-?\\d+)\\]$', '[\\1')
  )
  WHEN typeof(path) = 'VARCHAR' AND regexp_full_match(path::VARCHAR, '[^$/"\\\\*][^"\\\\*]*') THEN ['.' || path::VARCHAR]
  ELSE [json_refuse('a path that a page cannot follow: ' || path::VARCHAR)]
END;
CREATE OR REPLACE TEMP MACRO json_code(digits) AS ('0x' || digits)::INTEGER;
CREATE OR REPLACE TEMP MACRO json_character(piece) AS CASE
  WHEN piece[1] <> '\\' THEN piece
  WHEN piece[2] <> 'u' THEN translate(piece[2], 'btnfr', ${controls})
  WHEN length(piece) = 6 THEN chr(json_code(piece[3:6]))
  ELSE chr(1024 * json_code(piece[3:6]) + json_code(piece[9:12]) - ${1024 * 0xd800 + 0xdc00 - 0x10000})
END;
CREATE OR REPLACE TEMP MACRO json_unquoted(quoted) AS CASE
  WHEN NOT contains(quoted, '\\') THEN quoted[2:-2]
  ELSE list_transform(regexp_extract_all(quoted[2:-2], '${piece}'), lambda piece: json_character(piece)).array_to_string('')
END;
CREATE OR REPLACE TEMP MACRO json_escaped(shown) AS CASE
  WHEN contains('"\\', shown) THEN '\\' || shown
  WHEN contains(${controls}, shown) THEN '\\' || translate(shown, ${controls}, 'btnfr')
  WHEN shown < ' ' THEN '\\u' || printf('%04X', ascii(shown))
  ELSE shown
END;
CREATE OR REPLACE TEMP MACRO json_quoted(quoted) AS CASE
  WHEN NOT contains(quoted, '\\') THEN quoted
  ELSE '"' || list_transform(
    regexp_extract_all(quoted[2:-2], '${piece}'),
    lambda piece: CASE WHEN piece[1] = '\\' THEN json_escaped(json_character(piece)) ELSE piece END
  ).array_to_string('') || '"'
END;
CREATE OR REPLACE TEMP MACRO json_power(sign, digits, power) AS CASE
  WHEN power BETWEEN 0 AND 20 THEN sign || rpad(replace(digits, '.', ''), power + 1, '0') || '.0'
  WHEN power BETWEEN -6 AND -1 THEN sign || '0.' || repeat('0', -power - 1) || replace(digits, '.', '')
  ELSE sign || digits || 'e' || power
END;
CREATE OR REPLACE TEMP MACRO json_double(written, double) AS CASE
  WHEN isinf(double::DOUBLE) THEN written
  WHEN NOT contains(double, 'e') THEN double
  ELSE json_power(regexp_extract(double, '^-?'), regexp_extract(double, '[0-9.]+'), split_part(double, 'e', 2)::INTEGER)
END;
CREATE OR REPLACE TEMP MACRO json_scalar(written) AS CASE
  WHEN written = '-0' THEN '0'
  WHEN regexp_matches(written, '^[-0-9].*[.eE]') THEN json_double(written, written::DOUBLE::VARCHAR)
  ELSE written
END;
CREATE OR REPLACE TEMP MACRO json_shown(json) AS CASE
  WHEN json = 'null' THEN NULL
  WHEN json[1] = '"' THEN json_unquoted(json)
  ELSE list_transform(
    regexp_extract_all(json, '${token}'),
    lambda token: CASE WHEN token[1] = '"' THEN json_quoted(token) ELSE json_scalar(token) END
  ).array_to_string('')
END;
CREATE OR REPLACE TEMP MACRO json_place(members, kinds, sought) AS CASE
  WHEN kinds = '{.' THEN 2 * list_position(list_transform(members[1:-:2], lambda quoted: json_unquoted(quoted)), sought)
  WHEN kinds = '[[' THEN sought::BIGINT + (sought[1] <> '-')::BIGINT
END;
CREATE OR REPLACE TEMP MACRO json_child(json, step) AS list_transform(
  [regexp_extract_all(json[2:-2], '${value}')],
  lambda members: members[json_place(members, json[1] || step[1], step[2:])]
)[1];
CREATE OR REPLACE TEMP MACRO json_extract_string(json, path) AS list_transform(
  [list_reduce(json_steps(path), lambda part, step: json_child(part, step), json_checked(json::VARCHAR))],
  lambda part: json_shown(part)
)[1];
CREATE OR REPLACE TEMP MACRO "->>"(json, path) AS json_extract_string(json, path);
`;
