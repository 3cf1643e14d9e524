import {describe, expect, it} from "vitest";
import {cliFolder} from "../../helpers/cli.js";

const {configure, run, sql} = cliFolder();

describe("feedbook load reduce", () => {
  it("reduces a kept body, unmodified", async () => {
    configure({store: {keepBodies: true}, service: {formats: ["leUnsigned"]}});
    expect((await run("load", "latest", "--feeds", "1,2,6")).exitCode).toBe(0);
    const [{responseId}] = (await sql("SELECT responseId FROM responses")) as [{responseId: string}];
    const {exitCode, stdout} = await run("load", "reduce", "--response", responseId, "--feeds", "2");
    expect({exitCode, stdout}).toMatchObject({exitCode: 0, stdout: expect.stringContaining(" 1 row, ")});
    expect(
      await sql(
        "SELECT endpoint, entries, request->>'$.payload' LIKE 'sha256:%' AS hashed FROM responses ORDER BY requestedAt DESC LIMIT 1"
      )
    ).toEqual([{endpoint: "reduce_price", entries: 1, hashed: true}]);
  });

  it("refuses a response that was not kept", async () => {
    const {exitCode, stderr} = await run("load", "reduce", "--response", "../../../etc/passwd", "--feeds", "2");
    expect(exitCode).toBe(2);
    expect(stderr).toContain("no kept body of response");
  });
});
