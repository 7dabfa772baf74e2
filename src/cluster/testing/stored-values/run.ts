import { allResources, qualifiedResource, type ResourceInfo } from '../../../api/scheme/scheme.ts';
import { Random, type Run, type StepKind } from '../../../engine/index.ts';
import { panicSteps } from '../../../steps/panic.ts';
import type { Given } from '../../inputs/inputs.ts';
import { COMMANDS_TABLE, type CommandRow } from '../../kubectl/session/rows.ts';
import { startedRun, wait } from '../started-run.ts';
import { type Drawn, keyOf, NAMESPACE, readable, unreadable } from './values.ts';

const PANICKED = panicSteps.panicked as StepKind;

/** As long as a cache meets a change that it cannot read before it begins anew, and a little more. */
const UNTIL_GIVEN_UP = 33;

/** Resources that are kept, each once. */
export function keptResources(): readonly ResourceInfo[] {
  const byPrefix = new Map<string, ResourceInfo>();
  for (const info of allResources())
    if (info.verbs.includes('get') && info.verbs.includes('watch') && !byPrefix.has(info.storagePrefix))
      byPrefix.set(info.storagePrefix, info);
  return [...byPrefix.values()];
}

/** What does not hold when values that no server would have written stand among the objects of a resource. */
export function problemsOf(info: ResourceInfo, seed: number, most: number): readonly string[] {
  const random = new Random(seed, qualifiedResource(info));
  const found: string[] = [];
  try {
    found.push(...new Attempt(info).withObjects(readable(info, random)));
    const texts = unreadable(info, random);
    const chosen = Array.from({ length: Math.min(most, texts.length) }, () =>
      texts.splice(random.below(texts.length), 1),
    );
    for (const text of chosen.flat()) found.push(...new Attempt(info).withRubbish(text));
  } catch (error) {
    found.push(`it throws: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
  return [...new Set(found)].map((problem) => `${qualifiedResource(info)}: ${problem}`);
}

/** A cluster into whose store values are put past the server. */
class Attempt {
  private readonly run: Run<Given>;
  private readonly problems: string[] = [];
  private readonly resource: string;
  private judged = 0;

  constructor(private readonly info: ResourceInfo) {
    this.resource = qualifiedResource(info);
    this.run = startedRun({ nodes: 1, latencies: 'zero' }, {}, true);
  }

  /** Objects of the kind that no validation would let through, all at once. */
  withObjects(objects: readonly Drawn[]): readonly string[] {
    const names = objects.map((_, at) => `odd-${at}`);
    for (const [at, text] of objects.entries()) this.put(names[at] as string, text(names[at] as string));
    wait(this.run, 20);
    for (const name of names) this.expect(this.get(name), `get ${name}`, `${this.info.kind}\n`);
    this.kubectl('describe', this.resource, 'odd-0', '-n', NAMESPACE);
    this.expect(this.kubectl('get', this.resource, '-A'), 'a list', undefined);
    this.kubectl('delete', this.resource, 'odd-0', '-n', NAMESPACE, '--wait=false');
    this.others();
    for (const name of names) this.remove(name);
    wait(this.run, 60);
    return this.judge();
  }

  /** A text that is no object of the kind, and what becomes of everything else until it is taken away. */
  withRubbish(text: string): readonly string[] {
    const before = this.kubectl('get', this.resource, '-A', '-o', 'name').stdout;
    this.put('odd', text);
    this.refused(this.get('odd'), `get of ${text}`);
    this.refused(this.kubectl('get', this.resource, '-A'), `list with ${text}`);
    this.refused(this.kubectl('delete', this.resource, 'odd', '-n', NAMESPACE, '--wait=false'), `delete of ${text}`);
    this.others();
    wait(this.run, UNTIL_GIVEN_UP);
    this.refused(this.kubectl('get', this.resource, '-A'), `list without a cache, with ${text}`);
    this.remove('odd');
    wait(this.run, 60);
    const after = this.kubectl('get', this.resource, '-A', '-o', 'name');
    // Events come by themselves.
    const isSame = this.info.resource === 'events' || after.stdout === before || after.stdout.startsWith(before);
    if (after.exitCode !== 0 || !isSame)
      this.problems.push(`after ${text}: ${after.stderr}${after.stdout}, not ${before}`);
    return this.judge();
  }

  private put(name: string, text: string): void {
    this.type('etcdctl', 'put', '--', keyOf(this.info, name), text);
  }

  private remove(name: string): void {
    this.type('etcdctl', 'del', keyOf(this.info, name));
  }

  private get(name: string): CommandRow {
    return this.kubectl('get', this.resource, name, '-n', NAMESPACE, '-o', 'jsonpath={.kind}{"\\n"}');
  }

  /** What has nothing to do with the resource goes on as if nothing were there. */
  private others(): void {
    const [other, one] =
      this.info.resource === 'configmaps' ? ['role', '--verb=get --resource=pods'] : ['configmap', ''];
    const name = `after-${this.run.engine.stepCount}`;
    const made = this.kubectl('create', other as string, name, ...(one === '' ? [] : (one as string).split(' ')));
    if (!made.stdout.endsWith(`${name} created\n`)) this.problems.push(`create ${other}: ${made.stdout}${made.stderr}`);
  }

  private expect({ stdout, stderr, exitCode }: CommandRow, what: string, wanted: string | undefined): void {
    if (exitCode !== 0 || (wanted !== undefined && stdout !== wanted))
      this.problems.push(`${what}: ${stdout}${stderr}`);
  }

  private refused({ stdout, stderr, exitCode }: CommandRow, what: string): void {
    if (exitCode !== 1 || !stderr.includes('Error from server')) this.problems.push(`${what}: ${stdout}${stderr}`);
  }

  private judge(): readonly string[] {
    const { journal } = this.run.engine;
    for (; this.judged < journal.end; this.judged += 1) {
      if (journal.kindOf(this.judged) !== PANICKED) continue;
      const { process, message, where } = journal.step(this.judged).args;
      this.problems.push(`${process} panics: ${message} ${where}`);
    }
    return this.problems;
  }

  private kubectl(...words: readonly string[]): CommandRow {
    return this.type('kubectl', ...words);
  }

  private type(program: 'kubectl' | 'etcdctl', ...words: readonly string[]): CommandRow {
    const { run } = this;
    const commands = run.engine.table<CommandRow>(COMMANDS_TABLE);
    const id = String(commands.size + 1);
    const argv = [program, ...words];
    run.give(program === 'etcdctl' ? { type: 'etcdctl', argv } : { type: 'kubectl', argv, files: {} });
    run.advance({ quiescent: true, when: () => commands.get(id)?.exitCode !== undefined });
    return commands.get(id) as CommandRow;
  }
}
