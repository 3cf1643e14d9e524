import {readFileSync} from "node:fs";
import {DockerfileParser} from "dockerfile-ast";
import {validate} from "dockerfile-utils";
import {execa} from "execa";
import {parse} from "yaml";

/** The faults of a text as a Dockerfile. */
export function dockerfileFaults(text: string): string[] {
  return validate(text).map(({range, message}) => `${range.start.line + 1}: ${message}`);
}

/** The instructions of the Dockerfile: each its name, and its arguments without flags. */
export function readDockerfile(): [name: string, rest: string][] {
  const instructions = DockerfileParser.parse(readFileSync("Dockerfile", "utf8")).getInstructions();
  return instructions.map((each) => [each.getKeyword(), each.getArgumentsContent() ?? ""]);
}

/** The command of a container, as arguments. */
export function containerCommand(): string[] {
  return JSON.parse(readDockerfile().find(([name]) => name === "CMD")?.[1] ?? "[]");
}

/** A step of a job of a workflow. */
export interface Step {
  if?: string;
  uses?: string;
  run?: string;
  with?: Record<string, string>;
  env?: Record<string, string>;
}

/** A workflow of `.github/workflows`, as far as tests need it. */
export interface Workflow {
  permissions: Record<string, string>;
  jobs: Record<string, {needs?: string; steps: Step[]}>;
}

/** Reads a workflow by its name. */
export function readWorkflow(name: string): Workflow {
  return parse(readFileSync(`.github/workflows/${name}.yml`, "utf8"));
}

/** How a test runs a workflow: where its commands run, and the values of its expressions. */
export interface Runner {
  cwd: string;
  env: Record<string, string>;
  values: Readonly<Record<string, string>>;
  /** Stand-ins for actions, by name; each gets the action's input `path`. Other actions do nothing. */
  actions: Readonly<Record<string, (path: string) => void>>;
  /** Commands that are left out. */
  without: readonly string[];
}

/** Runs the jobs of a workflow one after the other, each until a step fails. Gives the outputs of failed jobs, by job. */
export async function runWorkflow({jobs}: Workflow, runner: Runner): Promise<Record<string, string>> {
  const failures: Record<string, string> = {};
  for (const [name, {needs = "", steps}] of Object.entries(jobs)) {
    if (needs in failures) continue;
    for (const step of steps) {
      if (name in failures && !step.if?.includes("!cancelled()")) continue;
      const failure = await runStep(step, runner);
      if (failure !== null) failures[name] = failure;
    }
  }
  return failures;
}

async function runStep(step: Step, {cwd, env, values, actions, without}: Runner): Promise<string | null> {
  const fill = (text: string) =>
    String(text).replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, name) => {
      if (!(name in values)) throw new Error(`no value for ${name}`);
      return values[name] ?? "";
    });
  const filled = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, fill(text)]));
  if (step.uses !== undefined) actions[step.uses.replace(/@.*/, "")]?.(step.with?.path ?? "");
  if (step.run === undefined || without.includes(step.run)) return null;
  const options = {cwd, env: {...env, ...filled}, reject: false, all: true} as const;
  const {exitCode, all} = await execa("bash", ["-e", "-c", step.run], options);
  return exitCode === 0 ? null : all;
}
