// Models nothing upstream: what a person does to a running cluster besides typing (v1.36)

import type { Engine } from '../../engine/index.ts';
import { apiserverProcess } from '../../steps/apiserver-process.ts';
import { etcd as etcdSteps } from '../../steps/etcd.ts';
import { programSteps } from '../../steps/programs.ts';
import { INDEXER_TABLES } from '../clientgo/rows.ts';
import type { Cluster } from '../cluster-config.ts';
import type { MemberState } from '../ports/etcd.ts';
import { valuesAt } from '../programs/index.ts';

export type Deed =
  | { readonly type: 'etcd-member'; readonly member: string; readonly state: MemberState }
  | { readonly type: 'api-server'; readonly state: 'running' | 'stopped' }
  | { readonly type: 'kubelet'; readonly node: string; readonly state: 'running' | 'stopped' }
  | { readonly type: 'cut-watch'; readonly informer: string }
  | { readonly type: 'index'; readonly informer: string; readonly index: string; readonly path: string }
  | { readonly type: 'look-up'; readonly informer: string; readonly index: string; readonly value: string };

export function doDeed(engine: Engine, cluster: Cluster, input: Deed): void {
  const { informers = new Map() } = cluster.env;
  if (input.type === 'etcd-member') {
    const { member, state } = input;
    const ctx = engine.beginStory('kubectl', etcdSteps.fault, 'etcd', { member, state });
    cluster.etcd.setMember(ctx, member, state);
    return;
  }
  if (input.type === 'api-server') {
    const { state } = input;
    const ctx = engine.beginStory('kubectl', apiserverProcess.fault, 'cluster', { state });
    for (const informer of informers.values()) informer.blame(ctx);
    cluster.apiServer.setRunning(ctx, state === 'running');
    return;
  }
  if (input.type === 'kubelet') {
    const { node, state } = input;
    cluster.setKubelet(engine.story('kubectl'), node, state);
    return;
  }
  const { informer: name } = input;
  const informer = informers.get(name);
  const subject = `informer/${name}`;
  if (input.type === 'cut-watch') {
    informer?.cut(engine.beginStory('kubectl', programSteps.watchCut, subject, { informer: name }));
    return;
  }
  if (input.type === 'index') {
    const { index, path } = input;
    const rows = engine.table(INDEXER_TABLES.of(name));
    const values = new Set([...rows.values()].flatMap((object) => valuesAt(object, path))).size;
    engine.beginStory('kubectl', programSteps.indexDefined, subject, { informer: name, index, path, values });
    informer?.addIndexers({ [index]: (object: object) => valuesAt(object, path) });
    return;
  }
  const { index, value } = input;
  // What is read belongs to the step that comes next.
  const found = informer?.lookUp(engine.background('kubectl'), index, value).length ?? 0;
  engine.beginStory('kubectl', programSteps.lookedUp, subject, { informer: name, index, value, found });
}
