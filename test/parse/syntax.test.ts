import {describe, expect, it} from "vitest";
import {syntaxProblem} from "../../loaders/parse/syntax.js";

describe("syntaxProblem(text)", () => {
  it.each([
    ['{"a":NaN}', "NaN at character 6: JSON has no NaN and no infinity: write null"],
    ['{\n  "a": [1, -Infinity]\n}', "-Infinity at line 2, character 12: JSON has no NaN and no infinity: write null"],
    ['{"a":[1,]}', "] at character 9: JSON has no comma before a closing bracket"],
    ['{"a":1,}', "} at character 8: JSON has no comma before a closing bracket"],
    ['{"a":None}', "None at character 6: JSON has null, true and false, in small letters"],
    ["{'a':1}", "'a' at character 2: JSON has double quotes around texts"],
    ['{"a":01}', "01 at character 6: JSON writes numbers otherwise"],
    ['{"a":0x1F}', "0x1F at character 6: JSON writes numbers otherwise"],
    ['{"a":1} // x', "// at character 9: JSON has no comments"],
    ['{"a":"x\ny"}', '"x at line 1, character 6: the text has no end on its line, or a wrong escape'],
    ['{"a":"\\x"}', '"\\x" at character 6: the text has no end on its line, or a wrong escape'],
    ['{"a" 1}', "1 at character 6: a colon must be there"],
    ['{"a":1 "b":2}', '"b" at character 8: a comma or bracket must be there'],
    ['{"a":[1}', "} at character 8: a comma or bracket must be there"],
    ["{1:2}", "1 at character 2: a name or bracket must be there"],
    ['{"a":1}}', "} at character 8: its end must be there"],
    ['{"a":[1', "it ends before its last }"],
    ["<html>", "<html> at character 1: a value must be there"]
  ])("says what is wrong with %j, and where", (text, problem) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(syntaxProblem(text)).toBe(problem);
  });
});
