import {expect, it} from "vitest";
import {statementsOf} from "../../../loaders/store/database/statement.js";

it.each([
  ["SELECT 1", ["SELECT 1"]],
  ["-- a title\nSELECT 1; -- one\n", ["-- a title\nSELECT 1"]],
  ["SELECT ';' ; SELECT \";\" /* ; */", ["SELECT ';'", ' SELECT ";"']],
  ["SELECT $$a;b$$, $x$;$x$, E'\\';', '--;'", ["SELECT $$a;b$$, $x$;$x$, E'\\';', '--;'"]],
  ["; -- nothing", []]
])("statementsOf(text) splits %j", (text, statements) => expect(statementsOf(text)).toEqual(statements));
