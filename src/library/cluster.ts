import { CONTROL_PLANE } from '../api/values/control-plane.ts';
import { deepFreeze } from '../base/freeze.ts';
import { SECOND } from '../base/time/units.ts';
import { KEYS_TABLE, membersOf } from '../cluster/etcd/rows.ts';
import { COMMANDS_TABLE, type CommandRow } from '../cluster/kubectl/session/rows.ts';
import type { Run, Stop, Stopped, TableName } from '../engine/index.ts';
import { beatView } from '../inspect/beats/beat-view.ts';
import { commandsAtHead } from '../inspect/commands.ts';
import { Snapshot } from '../inspect/snapshot.ts';
import { causeChain } from '../inspect/why.ts';
import { clocksProblem, delaysProblem, isFault, ratesProblem } from '../protocol/fault-check.ts';
import type { Input } from '../protocol/run-description.ts';
import { settledAt } from '../worker/scenario-run.ts';
import type {
  Answer,
  Beat,
  Cluster,
  CommandResult,
  Disturbance,
  Files,
  Finding,
  KubernetesObject,
  Readiness,
  Step,
} from './contract.ts';
import { type Kind, keyOf, kindNamed } from './kinds.ts';
import { namedObject } from './named-object.ts';
import type { ReadOptions } from './options.ts';
import { deedOf, type Machines } from './parts.ts';
import { readinessOf } from './readiness.ts';
import { printKept } from './saved.ts';
import { findingOf, unmetAt } from './unmet.ts';
import { sentence, sentenceOf } from './words.ts';

/** So long a command may take, in virtual seconds, and a cluster until it is at rest. */
const COMMAND_SECONDS = 60;
const REST_SECONDS = 600;
const MOST_SECONDS = 86_400 * 365;

/** The contract is `Cluster`. It owns a run and one look at it; nothing else drives either. */
export class SteppedCluster implements Cluster {
  private snapshot: Snapshot;
  private readonly listeners = new Set<(step: Step) => void>();
  private told: number;
  private isDriven = false;

  constructor(
    private readonly run: Run<Input>,
    private readonly options: ReadOptions,
  ) {
    this.snapshot = this.lookAnew();
    this.told = run.engine.stepCount;
    this.refresh();
    this.seek('end');
  }

  // What people do

  apply(manifests: string | Files | readonly object[]): CommandResult {
    const files = filesOf(manifests);
    const argv = ['apply', ...Object.keys(files).flatMap((name) => ['-f', name])];
    return this.commanded({ type: 'kubectl', argv, files });
  }

  kubectl(line: string | readonly string[], files: Files = {}, within = COMMAND_SECONDS): CommandResult {
    const given = { files: textsOf(files) };
    if (typeof line !== 'string') return this.commanded({ type: 'kubectl', argv: line, ...given }, within);
    const typed = /^\s*kubectl(?:\s|$)/.test(line) ? line : `kubectl ${line}`;
    return this.commanded({ type: 'line', line: typed, ...given }, within);
  }

  shell(line: string, files: Files = {}, within = COMMAND_SECONDS): CommandResult {
    return this.commanded({ type: 'line', line, files: textsOf(files) }, within);
  }

  talk(line: string, answers: readonly Answer[], files: Files = {}, within = COMMAND_SECONDS): CommandResult {
    const odd = answers.find((each) => typeof each !== 'string' && typeof each !== 'function');
    if (odd !== undefined) throw new Error(`an answer is a text, or a function that gives one, not ${String(odd)}`);
    return this.commanded({ type: 'line', line, files: textsOf(files) }, within, answers);
  }

  stop(part: string, seconds?: number): void {
    this.give(lasting(deedOf(part, 'stopped', this.machines), seconds));
  }

  start(part: string): void {
    this.give(deedOf(part, 'running', this.machines));
  }

  disturb({ faults, delays, clocks, ...others }: Disturbance, seconds?: number): void {
    const [other] = Object.keys(others);
    if (other !== undefined) throw new Error(`${other} cannot be disturbed: faults, delays and clocks can`);
    const inputs: readonly Input[] = [
      ...(faults === undefined ? [] : [{ type: 'rates', faults } as const]),
      ...(delays === undefined ? [] : [{ type: 'delays', delays } as const]),
      ...Object.entries(clocks ?? {}).map(
        ([machine, offsetSeconds]) => ({ type: 'clock', machine, offsetSeconds }) as const,
      ),
    ];
    const problem =
      (faults === undefined ? undefined : ratesProblem(faults)) ??
      (delays === undefined ? undefined : delaysProblem(delays)) ??
      (clocks === undefined ? undefined : this.clocksProblem(clocks));
    if (problem !== undefined) throw new Error(`this disturbance${problem}`);
    for (const input of inputs.map((each) => lasting(each, seconds))) this.give(input);
  }

  private clocksProblem(clocks: NonNullable<Disturbance['clocks']>): string | undefined {
    const { nodes, members } = this.machines;
    const nobody = Object.keys(clocks).find((name) => ![...nodes, ...members, ...CONTROL_PLANE].includes(name));
    return clocksProblem(clocks) ?? (nobody === undefined ? undefined : ` has ${nobody}, which has no clock here`);
  }

  private get machines(): Machines {
    return {
      nodes: this.list('nodes').map(({ metadata }) => metadata.name),
      members: membersOf(this.options.cluster.etcdMembers ?? 1).map(({ name }) => name),
    };
  }

  private commanded(input: Input, within = COMMAND_SECONDS, answers: readonly Answer[] = []): CommandResult {
    const seconds = secondsOf(within);
    this.mayDrive();
    this.mayGive();
    const id = commandsAtHead(this.snapshot).length + 1;
    this.give(input);
    const rows = this.run.engine.table<CommandRow>(COMMANDS_TABLE);
    const row = () => rows.get(String(id));
    const hasEnded = () => row()?.exitCode !== undefined;
    const asksFor = () => row()?.asks?.for;
    const time = this.run.engine.now + seconds * SECOND;
    this.drive({ when: () => hasEnded() || asksFor() !== undefined, time });
    let shown = 0;
    for (const answer of answers) {
      // What runs elsewhere and shows no prompt may be waiting for more: then nothing happens.
      const isReading = () => asksFor() === 'file' || (asksFor() === 'lines' && !isBusy(row()));
      this.drive({ when: () => hasEnded() || isReading(), quiescent: true, time });
      const asking = row();
      if (asking?.asks === undefined) break;
      const given = typeof answer === 'string' ? answer : answer(shownSince(asking, shown));
      shown = asking.stdout.length;
      const text = asking.asks.for === 'file' ? given : `${given}\n`;
      this.give({ type: 'answer', command: id, text });
    }
    if (answers.length > 0) this.drive({ when: () => hasEnded() || !isBusy(row()), quiescent: true, time });
    // Nobody has more to say: an editor is closed as it was opened, and there is nothing to read.
    for (let asked = asksFor(); asked !== undefined; asked = asked === 'lines' ? undefined : asksFor()) {
      this.give({ type: 'answer', command: id });
      this.drive({ when: () => hasEnded() || asksFor() === 'file', time });
    }
    if (!hasEnded()) {
      this.give({ type: 'interrupt', command: id });
      this.drive({ when: hasEnded, time: time + SECOND });
    }
    const { stdout = '', stderr = '', exitCode = 130 } = row() ?? {};
    return { stdout, stderr, exitCode };
  }

  private mayGive(): void {
    const { position } = this;
    const last = this.steps - 1;
    if (position < last)
      throw new Error(
        `step ${position} of ${last} is looked at: seek('end') to go on there, or fork() to go on from this one`,
      );
  }

  private give(input: Input): void {
    this.mayDrive();
    this.mayGive();
    this.run.give(input);
    this.refresh();
    this.seek('end');
  }

  // Time

  get now(): number {
    return (this.snapshot.now - settledAt(this.run)) / SECOND;
  }

  advance(seconds: number): void {
    this.drive({ time: this.run.engine.now + secondsOf(seconds) * SECOND });
  }

  settle(within = REST_SECONDS): boolean {
    const stopped = this.drive({ quiescent: true, time: this.run.engine.now + secondsOf(within) * SECOND });
    return stopped !== 'time' || this.run.engine.quiescent;
  }

  until(condition: () => boolean, within: number): boolean {
    const time = this.run.engine.now + secondsOf(within) * SECOND;
    this.mayDrive();
    this.mayGive();
    let asked = this.steps;
    let holds = this.asked(condition);
    // It looks at tables, which change only with steps.
    const when = () => {
      if (holds || this.run.engine.stepCount === asked) return holds;
      asked = this.run.engine.stepCount;
      this.refresh();
      this.seek('end');
      holds = this.asked(condition);
      return holds;
    };
    return this.drive({ when, time }) === 'when' || this.asked(condition);
  }

  /** Every run of the engine goes through here: it is told of, and what is looked at goes along. */
  private drive(stop: Stop): Stopped {
    this.mayDrive();
    this.mayGive();
    const { when } = stop;
    const hears = () => {
      this.tell();
      return when?.() === true;
    };
    this.isDriven = true;
    try {
      return this.run.advance(this.listeners.size === 0 ? stop : { ...stop, when: hears });
    } finally {
      this.isDriven = false;
      this.refresh();
      this.seek('end');
      this.tell();
    }
  }

  private mayDrive(): void {
    if (this.isDriven) throw new Error('the cluster is running: who listens or waits for something may only look');
  }

  /** Who listens looks at the step that he is told of. */
  private tell(): void {
    const { journal } = this.run.engine;
    if (this.listeners.size > 0 && this.told < journal.end) this.refresh();
    for (; this.told < journal.end; this.told += 1) {
      if (this.listeners.size === 0 || !journal.has(this.told)) continue;
      const step = this.viewOf(this.told);
      this.seek(this.told);
      for (const listener of this.listeners) this.asked(() => listener(step));
    }
  }

  /** Whoever is asked or told something meanwhile may only look. */
  private asked<T>(look: () => T): T {
    const before = this.isDriven;
    this.isDriven = true;
    try {
      return look();
    } finally {
      this.isDriven = before;
    }
  }

  private refresh(): void {
    this.snapshot.refresh();
    // A journal that has no room for its oldest steps any more leaves a cursor behind.
    if (this.position < this.snapshot.journal.base - 1) this.snapshot = this.lookAnew();
  }

  private lookAnew(): Snapshot {
    const snapshot = new Snapshot(this.run.engine, { grain: 'step', scope: 'story' }, settledAt(this.run));
    snapshot.refresh();
    return snapshot;
  }

  // Steps

  get steps(): number {
    return this.run.engine.stepCount;
  }

  get position(): number {
    return this.snapshot.cursor.position;
  }

  get digest(): string {
    return this.run.engine.digest;
  }

  step(by = 1): Step | undefined {
    if (!Number.isSafeInteger(by)) throw new Error('step takes a whole number of steps');
    const target = this.position + by;
    if (target >= this.steps) {
      this.seek('end');
      this.drive({ steps: target + 1, time: this.run.engine.now + REST_SECONDS * SECOND });
    }
    if (target < this.steps) this.seek(Math.max(target, this.snapshot.journal.base - 1));
    return target < 0 || target >= this.steps ? undefined : this.stepAt(target);
  }

  seek(step: number | 'start' | 'end'): void {
    const { journal, cursor } = this.snapshot;
    if (step === 'end') return cursor.seek(journal.end - 1);
    if (step === 'start') return cursor.seek(this.snapshot.beginning);
    if (!Number.isSafeInteger(step) || step < journal.base - 1 || step >= journal.end)
      throw new Error(`there is no step ${step}: there are ${journal.base} to ${journal.end - 1}`);
    cursor.seek(step);
  }

  stepAt(number: number): Step | undefined {
    return this.snapshot.journal.has(number) ? this.viewOf(number) : undefined;
  }

  causesOf(number: number): readonly Step[] {
    return causeChain(this.snapshot.journal, number).map((seq) => this.viewOf(seq));
  }

  private viewOf(number: number): Step {
    const step = this.run.engine.journal.step(number);
    const { kind, actor, subject, causes, story } = step;
    return {
      number,
      time: this.secondsAt(step.time),
      kind: kind.name,
      level: kind.level,
      actor,
      subject,
      causes: [...causes],
      story: story < 0 ? undefined : story,
      sentence: sentenceOf(step, this.options.language),
    };
  }

  private secondsAt(time: number): number {
    return (time - settledAt(this.run)) / SECOND;
  }

  subscribe(listener: (step: Step) => void): () => void {
    if (this.listeners.size === 0) this.told = this.steps;
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  // Looks

  get(kind: string, name: string, namespace = 'default'): KubernetesObject | undefined {
    const row = this.snapshot.table(KEYS_TABLE).get(keyOf(this.kindOf(kind), name, namespace));
    return row === undefined ? undefined : (deepFreeze(row.value) as KubernetesObject);
  }

  list(kind: string, namespace?: string): readonly KubernetesObject[] {
    const { prefix, namespaced } = this.kindOf(kind);
    const below = namespaced && namespace !== undefined ? `${prefix}${namespace}/` : prefix;
    const rows = [...this.snapshot.table(KEYS_TABLE).values()].filter(({ key }) => key.startsWith(below));
    rows.sort((a, b) => (a.key < b.key ? -1 : 1));
    return rows.map(({ value }) => deepFreeze(value) as KubernetesObject);
  }

  readiness(object: string): Readiness {
    const { kind, name, namespace } = namedObject(object);
    const found = this.get(kind, name, namespace);
    return found === undefined ? { ready: false, reason: 'it does not exist' } : readinessOf(found as never);
  }

  private kindOf(word: string): Kind {
    const kind = kindNamed(this.snapshot.table(KEYS_TABLE), word);
    if (kind === undefined) throw new Error(`the server doesn't have a resource type "${word}"`);
    return kind;
  }

  tables(): readonly string[] {
    return [...this.run.engine.tableNames].sort();
  }

  table(name: string): ReadonlyMap<string, unknown> {
    if (!this.run.engine.tableNames.includes(name as TableName)) throw new Error(`there is no table ${name}`);
    const rows = this.snapshot.table(name as TableName);
    return new Map([...rows].map(([key, row]) => [key, deepFreeze(row)]));
  }

  diagnose(object?: string): readonly Finding[] {
    return unmetAt(this.snapshot, object).map((unmet) => findingOf(unmet, this.options.language));
  }

  story(object?: string): readonly Beat[] {
    const filter = { grain: 'beat', scope: 'story', ...(object === undefined ? {} : { object }) } as const;
    const snapshot = new Snapshot(this.run.engine, filter, settledAt(this.run));
    snapshot.refresh();
    const { beats, index, journal } = snapshot;
    const places = Array.from({ length: index.countUpTo(this.position) }, (_, place) => place);
    return places.map((place) => {
      const seq = index.at(place) as number;
      const view = beats.has(seq) ? beatView(beats, journal, beats.placeAt(seq)) : undefined;
      const { language } = this.options;
      const step = journal.step(seq);
      const { actor, subject } = view?.insight ?? step;
      const told = view === undefined ? sentenceOf(step, language) : sentence(view.insight, language);
      return { number: place + 1, step: seq, time: this.secondsAt(step.time), actor, subject, sentence: told };
    });
  }

  get remarks(): readonly string[] {
    return this.options.remarks;
  }

  // Keeping

  save(): string {
    const { cluster, seed } = this.options;
    const { occurrences, now } = this.run.engine;
    const inputs = this.run.inputs;
    const run = { v: 1 as const, build: __KUBESTEP_BUILD__, seed, cluster, inputs };
    return printKept({ run, position: this.position, until: { occurrences, time: now } });
  }

  fork(): Cluster {
    this.mayDrive();
    return new SteppedCluster(
      this.position < this.steps - 1 ? this.run.fork(this.position) : this.again(),
      this.options,
    );
  }

  /** The same run to the very same moment, which may lie between two steps. */
  private again(): Run<Input> {
    const again = this.run.repeat('full');
    const { occurrences, now } = this.run.engine;
    again.advance({ occurrences: occurrences - again.engine.occurrences });
    again.engine.idleUntil(now);
    return again;
  }
}

/** What ends by itself after so many seconds, where they are told. */
function lasting(input: Input, seconds: number | undefined): Input {
  if (seconds === undefined) return input;
  const fault = { ...input, seconds };
  if (isFault(fault) !== true) throw new Error(`${seconds} is no whole number of virtual seconds from 1 to a day`);
  return fault as Input;
}

function secondsOf(value: number): number {
  if (typeof value === 'number' && value >= 0 && value <= MOST_SECONDS) return value;
  throw new Error(`${value} is no number of virtual seconds from 0 to ${MOST_SECONDS}`);
}

function filesOf(manifests: string | Files | readonly object[]): Files {
  if (typeof manifests === 'string') return { 'manifest.yaml': manifests };
  if (!Array.isArray(manifests)) return textsOf(manifests as Files);
  const list = { apiVersion: 'v1', kind: 'List', items: manifests };
  return { 'manifest.json': JSON.stringify(list) };
}

function textsOf(files: Files): Files {
  const wrong = Object.entries(files).find(([, text]) => typeof text !== 'string');
  if (wrong !== undefined) throw new Error(`the file ${wrong[0]} is no text`);
  return files;
}

function isBusy({ asks }: Pick<CommandRow, 'asks'> = {}): boolean {
  return asks === undefined || (asks.for === 'lines' && asks.busy === true);
}

/** The file that is open, or what came since the last answer. */
function shownSince({ asks, stdout }: CommandRow, from: number): string {
  return asks?.for === 'file' ? asks.text : stdout.slice(from);
}
