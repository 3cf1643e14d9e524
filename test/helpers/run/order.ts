import {readFileSync} from "node:fs";
import {BaseSequencer, type TestSpecification} from "vitest/node";

/**
 * Runs the files of a project one after another, and those with a document before those without: a process, with the
 * packages it has loaded, can only be kept for the next file of the same kind. The first file that looks at the usual site
 * builds it, while others run that do not wait for it.
 */
export class ByKind extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const builder = sorted.find((file) => textOf(file).includes("useUsual("));
    const kinds = new Map(sorted.map((file) => [file, file === builder ? early : kindOf(file)]));
    return sorted.toSorted((a, b) => (kinds.get(a) ?? 0) - (kinds.get(b) ?? 0));
  }
}

const projects = ["unit", "browser", "process"];
const early = 0.5; // while those run that have no document

function kindOf(file: TestSpecification): number {
  const hasDocument = textOf(file).startsWith("// @vitest-environment jsdom");
  return 2 * projects.indexOf(file.project.name) + (hasDocument ? 0 : 1);
}

function textOf({moduleId}: TestSpecification): string {
  return readFileSync(moduleId, "utf8");
}
