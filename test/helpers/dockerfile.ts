import {readFileSync} from "node:fs";

/** An instruction of the Dockerfile: its name, and what follows it. */
export type Instruction = readonly [name: string, rest: string];

/** Reads the Dockerfile: one instruction per line, as ours has them. @throws if a line is none */
export function readDockerfile(): Instruction[] {
  const lines = readFileSync("Dockerfile", "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  return lines.map((line) => {
    const [, name, rest] = /^(FROM|RUN|USER|WORKDIR|COPY|VOLUME|EXPOSE|ENV|CMD) (\S.*)$/.exec(line) ?? [];
    if (name === undefined || rest === undefined) throw new Error(`not an instruction: ${line}`);
    return [name, rest];
  });
}

/** The command of a container, as arguments. */
export function containerCommand(): string[] {
  return JSON.parse(readDockerfile().find(([name]) => name === "CMD")?.[1] ?? "[]");
}
