import {readFileSync} from "node:fs";
import {BaseSequencer, type TestSpecification} from "vitest/node";

/** Runs files with a document before those without, as a process can only be kept for the next file of the same kind. */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const hasDocument = new Set(sorted.filter(({moduleId}) => readFileSync(moduleId, "utf8").startsWith(mark)));
    return [...sorted.filter((file) => hasDocument.has(file)), ...sorted.filter((file) => !hasDocument.has(file))];
  }
}

const mark = "// @vitest-environment jsdom";
