// Models nothing: the whole cluster, for tests of controllers.

import type { KObject } from '../../../api/types/meta.ts';
import { Run } from '../../../engine/index.ts';
import { KEYS_TABLE } from '../../etcd/rows.ts';
import type { Given } from '../../inputs/inputs.ts';
import { CLUSTER_SETTLE_MICROS, CLUSTER_START_TIME, clusterKinds, clusterProgram } from '../../program.ts';

/** For tests: the whole cluster, driven by kubectl commands. */
export class ClusterBench {
  readonly run: Run<Given>;

  constructor(nodes = 2) {
    this.run = new Run<Given>(() => clusterProgram({ nodes, latencies: 'realistic' }, false), {
      seed: 1,
      kinds: clusterKinds,
      startTime: CLUSTER_START_TIME,
      recording: 'full',
      maxSteps: 5_000_000,
      freeze: false,
    });
    this.run.advance({ time: CLUSTER_START_TIME + CLUSTER_SETTLE_MICROS });
  }

  /** Types a command and waits until nothing is to be done any more. */
  kubectl(...argv: readonly string[]): void {
    this.run.give({ type: 'kubectl', argv, files: {} });
    this.settle();
  }

  apply(manifest: object): void {
    this.start(manifest);
    this.settle();
  }

  /** Applies and does not wait. */
  start(manifest: object): void {
    const files = { 'it.json': JSON.stringify(manifest) };
    this.run.give({ type: 'kubectl', argv: ['apply', '-f', 'it.json'], files });
  }

  settle(): void {
    this.run.advance({ quiescent: true });
  }

  seconds(seconds: number): void {
    this.run.advance({ time: this.run.engine.now + seconds * 1_000_000 });
  }

  /** Objects below `/registry/`, in the order of their keys. */
  stored(prefix: string): readonly KObject[] {
    const rows = [...this.run.engine.table(KEYS_TABLE).values()];
    return rows
      .filter(({ key }) => key === `/registry/${prefix}` || key.startsWith(`/registry/${prefix}/`))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .map(({ value }) => value as KObject);
  }

  object<T extends KObject>(key: string): T | undefined {
    return this.stored(key)[0] as T | undefined;
  }

  /** `reason message`, in the order of their first time. */
  events(namespace = 'default', kind?: string): readonly string[] {
    return this.stored(`events/${namespace}`)
      .map((event) => event as unknown as EventLike)
      .filter(({ involvedObject, regarding }) => kind === undefined || (involvedObject ?? regarding)?.kind === kind)
      .map(({ reason, message, note }) => `${reason} ${message ?? note}`);
  }
}

interface EventLike {
  readonly reason: string;
  readonly message?: string;
  readonly note?: string;
  readonly involvedObject?: { readonly kind: string };
  readonly regarding?: { readonly kind: string };
}
