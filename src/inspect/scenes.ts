import type { Journal } from '../engine/index.ts';
import { apiserver } from '../steps/apiserver.ts';
import { apiserverProcess } from '../steps/apiserver-process.ts';
import { daemonsetSteps } from '../steps/controllers/daemonset.ts';
import { deploymentSteps } from '../steps/controllers/deployment.ts';
import { jobSteps } from '../steps/controllers/job.ts';
import { statefulsetSteps } from '../steps/controllers/statefulset.ts';
import { cri } from '../steps/cri.ts';
import { etcd } from '../steps/etcd.ts';
import { faults } from '../steps/faults.ts';
import type { KindName } from '../steps/index.ts';
import { kubectl } from '../steps/kubectl.ts';
import { kubelet } from '../steps/kubelet.ts';
import { network } from '../steps/network.ts';
import { proxy } from '../steps/proxy.ts';
import { rawClient } from '../steps/raw-client.ts';
import { scheduler } from '../steps/scheduler.ts';

/** A chapter of a story: told in `narration/<language>/scenes.ts` by its key. */
export interface Scene {
  readonly seq: number;
  readonly key: string;
  /** The object it is about. */
  readonly subject: string;
}

interface Rule {
  readonly key: string;
  readonly kind: KindName;
  readonly resource?: string;
  readonly operation?: string;
}

/**
 * What makes a chapter: the first step of a story that fits a rule opens it. Rules are looked at in order;
 * a story without Deployments or Pods simply has fewer chapters.
 */
const RULES: readonly Rule[] = [
  { key: 'enter', kind: kubectl.command.name },
  { key: 'byHand', kind: rawClient.sent.name },
  ...[
    etcd.fault.name,
    apiserverProcess.fault.name,
    kubelet.fault.name,
    faults.partition.name,
    faults.clock.name,
    faults.rates.name,
    faults.delays.name,
  ].map((kind) => ({ key: 'fault', kind })),
  { key: 'arrives', kind: apiserver.received.name, operation: 'write' },
  { key: 'deploymentStored', kind: apiserver.stored.name, resource: 'deployments.apps', operation: 'create' },
  { key: 'deploymentChanged', kind: apiserver.stored.name, resource: 'deployments.apps', operation: 'update' },
  { key: 'deploymentDeleted', kind: apiserver.stored.name, resource: 'deployments.apps', operation: 'delete' },
  { key: 'objectStored', kind: apiserver.stored.name },
  { key: 'everyoneHears', kind: apiserver.cached.name },
  { key: 'replicaSetStored', kind: etcd.applied.name, resource: 'replicasets.apps', operation: 'create' },
  { key: 'replicaSetDeleted', kind: etcd.applied.name, resource: 'replicasets.apps', operation: 'delete' },
  { key: 'podStored', kind: etcd.applied.name, resource: 'pods', operation: 'create' },
  { key: 'podDeleted', kind: etcd.applied.name, resource: 'pods', operation: 'delete' },
  { key: 'podPopped', kind: scheduler.popped.name },
  { key: 'podBound', kind: scheduler.boundFirst.name },
  { key: 'podUnschedulable', kind: scheduler.unschedulable.name },
  { key: 'podStarts', kind: kubelet.podStarts.name },
  { key: 'sandbox', kind: kubelet.sandboxUp.name },
  { key: 'pull', kind: cri.pullImage.name },
  { key: 'start', kind: kubelet.containersRun.name },
  { key: 'podReady', kind: kubelet.podReady.name },
  { key: 'podDying', kind: cri.stopContainer.name },
  { key: 'programmed', kind: proxy.programmed.name },
  { key: 'packetSent', kind: network.connect.name },
  { key: 'packetAccepted', kind: network.accepted.name },
  { key: 'packetEnded', kind: network.ended.name },
  { key: 'complete', kind: deploymentSteps.complete.name },
  { key: 'jobPods', kind: jobSteps.pods.name },
  { key: 'jobFinished', kind: jobSteps.finished.name },
  { key: 'daemonPods', kind: daemonsetSteps.createPods.name },
  { key: 'ordinalPod', kind: statefulsetSteps.createPod.name },
];

const ANSWERED = 'packetEnded';
/** A connection after one that was answered, as a request after the look-up of its name, has chapters of its own. */
const OF_A_CONNECTION = ['packetSent', 'packetAccepted', ANSWERED];

/** The kinds of step that can open one. */
export const SCENE_KINDS: readonly string[] = RULES.map(({ kind }) => kind);

const WRITING: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

/** Finds the chapters of every story, in one pass that follows the journal. */
export class SceneIndex {
  private readonly found: (Scene & { readonly story: number })[] = [];
  private readonly seqs = new Set<number>();
  private readonly seen = new Set<string>();
  private readonly firstOfKind = new Map<string, number>();
  private readonly rulesOfKind = new Map<string, readonly Rule[]>();
  private scanned: number;

  constructor(private readonly journal: Journal) {
    this.scanned = journal.base;
    for (const rule of RULES) this.rulesOfKind.set(rule.kind, [...(this.rulesOfKind.get(rule.kind) ?? []), rule]);
  }

  refresh(): void {
    const { journal } = this;
    let seq = journal.after(this.scanned - 1);
    for (; seq < journal.end; seq = journal.after(seq)) this.take(seq);
    this.scanned = seq;
  }

  has(seq: number): boolean {
    return this.seqs.has(seq);
  }

  /** The first of its kind that a person's action led to. */
  isFirstOfKind(seq: number): boolean {
    return this.firstOfKind.get(this.journal.kindOf(seq).name) === seq;
  }

  get all(): readonly Scene[] {
    return this.found;
  }

  /** The chapter that a step is in, of whatever story: the newest begun, so that their numbers grow with time. */
  at(seq: number): (Scene & { readonly number: number }) | undefined {
    const place = this.found.findLastIndex((scene) => scene.seq <= seq);
    const current = this.found[place];
    if (current === undefined) return undefined;
    const { story: _, ...scene } = current;
    return { ...scene, number: place + 1 };
  }

  next(seq: number, direction: 1 | -1): Scene | undefined {
    if (direction > 0) return this.found.find((scene) => scene.seq > seq);
    return this.found.findLast((scene) => scene.seq < seq);
  }

  private take(seq: number): void {
    const { journal } = this;
    const story = journal.storyOf(seq);
    if (story < 0) return;
    const { name } = journal.kindOf(seq);
    if (!this.firstOfKind.has(name)) this.firstOfKind.set(name, seq);
    const rules = this.rulesOfKind.get(name);
    if (rules === undefined) return;
    const step = journal.step(seq);
    const rule = rules.find((candidate) => fits(candidate, step.subject, step.args));
    if (rule === undefined) return;
    if (name === network.connect.name && this.seen.has(`${story}/${ANSWERED}`))
      for (const key of OF_A_CONNECTION) this.seen.delete(`${story}/${key}`);
    const mark = `${story}/${rule.key}`;
    if (this.seen.has(mark)) return;
    this.seen.add(mark);
    this.seqs.add(seq);
    journal.keep(seq);
    this.found.push({ seq, key: rule.key, subject: step.subject, story });
  }
}

function fits(rule: Rule, subject: string, args: { readonly [name: string]: unknown }): boolean {
  if (rule.resource !== undefined && !subject.startsWith(`${rule.resource}/`)) return false;
  if (rule.operation === undefined) return true;
  if (rule.operation === 'write') return WRITING.has(String(args.verb));
  return operationOf(args) === rule.operation;
}

/** A step of the registry names its operation; one of the store shows it by the key's version. */
function operationOf(args: { readonly [name: string]: unknown }): unknown {
  if (args.op === undefined) return args.operation;
  if (args.op === 'delete') return 'delete';
  return args.version === 1 ? 'create' : 'update';
}
