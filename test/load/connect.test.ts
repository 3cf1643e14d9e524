import {beforeEach, describe, expect, it} from "vitest";
import {connect} from "../../loaders/load/connect.js";
import {silent} from "../../loaders/load/report.js";
import {eachPlace} from "../helpers/loading.js";

const place = eachPlace();
let warnings: string[];
const log = {...silent, warn: (text: string) => void warnings.push(text)};

beforeEach(() => {
  warnings = [];
});

describe("connect(settings, log, work)", () => {
  it.each([
    ["https://prices.example", {}, []],
    ["http://prices.example", {service: {auth: null}}, []],
    ["http://[::1]:80", {}, []],
    ["http://localhost.example", {}, [/ unencrypted/]],
    ["http://prices.example", {}, [/^FEEDBOOK_TOKEN is sent to http:\/\/prices\.example unencrypted/]]
  ])("warns of a token that others could read at %s with %j", async (baseUrl, config, expected) => {
    await connect(place.settings({baseUrl, config}), log, async () => {});
    expect(warnings).toEqual(expected.map((warning) => expect.stringMatching(warning)));
  });
});
