import {readFileSync} from "node:fs";
import {BaseSequencer, type TestSpecification} from "vitest/node";

/**
 * Runs the files of a project one after another, and those with a document before those without: a process, with the
 * packages it has loaded, can only be kept for the next file of the same kind.
 */
export class ByKind extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const kinds = new Map(sorted.map((file) => [file, kindOf(file)]));
    return sorted.toSorted((a, b) => (kinds.get(a) ?? 0) - (kinds.get(b) ?? 0));
  }
}

const projects = ["unit", "site", "browser", "process"];

function kindOf({moduleId, project}: TestSpecification): number {
  const hasDocument = readFileSync(moduleId, "utf8").startsWith("// @vitest-environment jsdom");
  return 2 * projects.indexOf(project.name) + (hasDocument ? 0 : 1);
}
