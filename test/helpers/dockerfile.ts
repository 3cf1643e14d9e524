import {readFileSync} from "node:fs";
import {DockerfileParser} from "dockerfile-ast";
import {validate} from "dockerfile-utils";

/** What is wrong with a text as a Dockerfile. */
export function dockerfileFaults(text: string): string[] {
  return validate(text).map(({range, message}) => `${range.start.line + 1}: ${message}`);
}

/** The instructions of the Dockerfile: each its name, and what follows it but for flags. */
export function readDockerfile(): [name: string, rest: string][] {
  const instructions = DockerfileParser.parse(readFileSync("Dockerfile", "utf8")).getInstructions();
  return instructions.map((each) => [each.getKeyword(), each.getArgumentsContent() ?? ""]);
}

/** The command of a container, as arguments. */
export function containerCommand(): string[] {
  return JSON.parse(readDockerfile().find(([name]) => name === "CMD")?.[1] ?? "[]");
}
