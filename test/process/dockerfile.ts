import {readFileSync} from "node:fs";
import {DockerfileParser} from "dockerfile-ast";

/** The instructions of the Dockerfile: each its name, and its arguments without flags. */
export function readDockerfile(): [name: string, rest: string][] {
  const instructions = DockerfileParser.parse(readFileSync("Dockerfile", "utf8")).getInstructions();
  return instructions.map((each) => [each.getKeyword(), each.getArgumentsContent() ?? ""]);
}

/** The command of a container, as arguments. */
export function containerCommand(): string[] {
  return JSON.parse(readDockerfile().find(([name]) => name === "CMD")?.[1] ?? "[]");
}
