import {expect, it} from "vitest";
import {whose} from "../../../src/components/quality/whose.js";

it.each([
  [1234, "", "Of all 1,234 feeds:"],
  [50, " \u00a0", "Of all 50 feeds:"],
  [1234, "btc", "Of the 1,234 feeds found:"],
  [1, "btc", "Of the one feed found:"],
  [0, "<b>", "No feed is found."]
])("whose(%d, %j) is %s", (count, search, words) => expect(whose(count, search)).toBe(words));
