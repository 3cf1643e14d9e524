import {readFileSync} from "node:fs";
import {execa} from "execa";
import {parse} from "yaml";

/** A step of a job, as its workflow has it. */
export interface Step {
  if?: string;
  uses?: string;
  run?: string;
  with?: Record<string, string>;
  env?: Record<string, string>;
}

/** A workflow of `.github/workflows`, as far as tests ask for it. */
export interface Workflow {
  on: unknown;
  permissions: Record<string, string>;
  jobs: Record<string, {needs?: string; permissions?: Record<string, string>; env?: object; steps: Step[]}>;
}

/** Reads the workflow of a name. */
export function readWorkflow(name: string): Workflow {
  return parse(readFileSync(`.github/workflows/${name}.yml`, "utf8"));
}

/** How a test runs a workflow: where its commands run, what its expressions are, and what its actions do. */
export interface Runner {
  cwd: string;
  env: Record<string, string>;
  /** Values of expressions, such as `vars.FEEDBOOK_BASE_URL`. */
  values: Readonly<Record<string, string>>;
  /** What stands for actions, by name, and is told their input `path`; those not listed do nothing. */
  actions: Readonly<Record<string, (path: string) => void>>;
  /** Commands that are left out. */
  without: readonly string[];
}

/**
 * Runs the jobs of a workflow one after the other, each until a step fails, but for steps that run then, too, and none that needs a failed one. Gives what the
 * steps that failed wrote, by job.
 */
export async function runWorkflow({jobs}: Workflow, runner: Runner): Promise<Record<string, string>> {
  const failures: Record<string, string> = {};
  for (const [name, {needs = "", steps}] of Object.entries(jobs)) {
    if (needs in failures) continue;
    const failure = await runSteps(steps, runner);
    if (failure !== null) failures[name] = failure;
  }
  return failures;
}

async function runSteps(steps: readonly Step[], runner: Runner): Promise<string | null> {
  let failure: string | null = null;
  for (const step of steps) {
    if (failure !== null && !step.if?.includes("!cancelled()")) continue;
    failure = (await runStep(step, runner)) ?? failure;
  }
  return failure;
}

async function runStep(step: Step, {cwd, env, values, actions, without}: Runner): Promise<string | null> {
  const filled = (texts: Record<string, string> = {}) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fill(text, values)]));
  if (step.uses !== undefined) actions[step.uses.replace(/@.*/, "")]?.(step.with?.path ?? "");
  if (step.run === undefined || without.includes(step.run)) return null;
  const options = {cwd, env: {...env, ...filled(step.env)}, reject: false, all: true} as const;
  const {exitCode, all} = await execa("bash", ["-e", "-c", step.run], options);
  return exitCode === 0 ? null : all;
}

function fill(text: string, values: Readonly<Record<string, string>>): string {
  return String(text).replaceAll(/\$\{\{\s*(.*?)\s*\}\}/g, (_, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`no value for ${name}`);
    return value;
  });
}
