// Models nothing upstream: failures that a person chooses, from a moment on and perhaps for a while (v1.36)

import { MILLISECOND, SECOND } from '../../base/time/units.ts';
import type { Context, Engine } from '../../engine/index.ts';
import { apiserverProcess } from '../../steps/apiserver-process.ts';
import { etcd as etcdSteps } from '../../steps/etcd.ts';
import { faults as steps } from '../../steps/faults.ts';
import type { Cluster } from '../config/cluster-config.ts';
import type { Faults } from '../ports/environment.ts';
import type { MemberState } from '../ports/etcd.ts';
import { type Delays, delayOf, setDelay } from '../ports/latency.ts';
import { CHANGED_TABLE, type ChangedRow } from './rows.ts';

type Running = 'running' | 'stopped';

/** `seconds`: for so long; then all is as it was without it, as far as nothing newer was wished of the same thing. */
export type Fault = { readonly seconds?: number } & (
  | {
      readonly type: 'etcd-member';
      readonly member: string;
      readonly state: MemberState;
      readonly fsyncMillis?: number;
    }
  | { readonly type: 'api-server'; readonly state: Running }
  | { readonly type: 'kubelet'; readonly node: string; readonly state: Running }
  | { readonly type: 'partition'; readonly node: string; readonly state: 'cut' | 'whole' }
  | { readonly type: 'clock'; readonly machine: string; readonly offsetSeconds: number }
  | { readonly type: 'rates'; readonly faults: Partial<Faults> }
  | { readonly type: 'delays'; readonly delays: Delays }
);

type MemberFault = Extract<Fault, { readonly type: 'etcd-member' }>;
type ClockFault = Extract<Fault, { readonly type: 'clock' }>;

/** One thing of which a fault is: how it becomes something, and what it is where nobody wishes otherwise. */
interface Part<T = unknown> {
  readonly thing: string;
  /** The rate or delay that it is: whoever looks at the cluster sees which of these are changed. */
  readonly setting?: string;
  readonly wished: T;
  readonly usual: T;
  /** With a step of its own, or because of the one that tells of all parts. */
  readonly become: (ctx: Context, value: T) => Context;
}

export function causeFault(engine: Engine, cluster: Cluster, fault: Fault): void {
  const { faultsSoFar } = cluster;
  const { seconds } = fault;
  const parts = partsOf(cluster, fault);
  const begun = parts.map(({ thing, wished, usual }) => {
    const known = faultsSoFar.get(thing) ?? { number: 0, lasting: usual, first: usual };
    const number = known.number + 1;
    faultsSoFar.set(thing, { ...known, number, lasting: seconds === undefined ? wished : known.lasting });
    return number;
  });
  let ctx = told(engine, fault);
  for (const part of parts) {
    ctx = part.become(ctx, part.wished);
    showChanged(engine, cluster, part, part.wished);
  }
  if (seconds === undefined) return;
  ctx.after(seconds * SECOND, () => {
    const over = ctx.step(steps.over, parts[0]?.thing ?? fault.type, { seconds });
    for (const [at, part] of parts.entries()) {
      const now = faultsSoFar.get(part.thing);
      if (now?.number !== begun[at]) continue;
      part.become(over, now?.lasting);
      showChanged(engine, cluster, part, now?.lasting);
    }
  });
}

/** Must follow a step. */
function showChanged(engine: Engine, { faultsSoFar }: Cluster, { thing, setting }: Part, value: unknown): void {
  if (setting === undefined) return;
  const table = engine.table(CHANGED_TABLE);
  if (String(faultsSoFar.get(thing)?.first) === String(value)) table.delete(setting);
  else table.set(setting, { name: setting, value: value as ChangedRow['value'] });
}

function told(engine: Engine, fault: Fault): Context {
  const story = engine.story('kubectl');
  const { seconds } = fault;
  const lasting = seconds === undefined ? {} : { seconds };
  if (fault.type === 'rates') {
    const said = Object.entries(fault.faults).map(([name, value]) => `${name}=${value}`);
    return story.step(steps.rates, 'cluster', { said: said.join(' '), ...lasting });
  }
  if (fault.type === 'delays') {
    const said = Object.entries(fault.delays).map(([name, [from, to]]) => `${name}=${from}..${to}`);
    return story.step(steps.delays, 'cluster', { said: said.join(' '), ...lasting });
  }
  return story;
}

function partsOf(cluster: Cluster, fault: Fault): readonly Part[] {
  switch (fault.type) {
    case 'etcd-member':
      return [memberPart(cluster, fault)] as readonly Part[];
    case 'api-server':
      return [serverPart(cluster, fault.state)] as readonly Part[];
    case 'kubelet':
      return [kubeletPart(cluster, fault.node, fault.state)] as readonly Part[];
    case 'partition':
      return [partitionPart(cluster, fault.node, fault.state, fault.seconds)] as readonly Part[];
    case 'clock':
      return [clockPart(cluster, fault)] as readonly Part[];
    case 'rates':
      return Object.entries(fault.faults).map(([name, wished]) => ratePart(cluster, name as keyof Faults, wished));
    case 'delays':
      return Object.entries(fault.delays).map(([name, wished]) => delayPart(cluster, name, wished));
  }
}

interface MemberWish {
  readonly state: MemberState;
  readonly millis?: number | undefined;
}

function memberPart({ etcd }: Cluster, { member, state: wished, fsyncMillis }: MemberFault): Part<MemberWish> {
  return {
    thing: `etcd/${member}`,
    wished: { state: wished, millis: fsyncMillis },
    usual: { state: 'running' },
    become: (ctx, { state, millis }) => {
      const slow = state === 'slow' && millis !== undefined ? { millis } : {};
      const own = ctx.step(etcdSteps.fault, 'etcd', { member, state, ...slow });
      etcd.setMember(own, member, state, slow.millis === undefined ? undefined : slow.millis * MILLISECOND);
      return own;
    },
  };
}

function serverPart({ apiServer, env, loseConnections }: Cluster, wished: Running): Part<Running> {
  return {
    thing: 'kube-apiserver',
    wished,
    usual: 'running',
    become: (ctx, state) => {
      const own = ctx.step(apiserverProcess.fault, 'cluster', { state });
      for (const informer of env.informers?.values() ?? []) informer.blame(own);
      if (state === 'stopped') loseConnections();
      apiServer.setRunning(own, state === 'running');
      return own;
    },
  };
}

function kubeletPart(cluster: Cluster, node: string, wished: Running): Part<Running> {
  return {
    thing: `kubelet/${node}`,
    wished,
    usual: 'running',
    become: (ctx, state) => cluster.setKubelet(ctx, node, state),
  };
}

type Partition = 'cut' | 'whole';

function partitionPart(cluster: Cluster, node: string, wished: Partition, seconds?: number): Part<Partition> {
  return {
    thing: `nodes/${node}`,
    wished,
    usual: 'whole',
    become: (ctx, state) => cluster.setPartition(ctx, node, state, state === wished ? seconds : undefined),
  };
}

function clockPart(cluster: Cluster, { machine, offsetSeconds, seconds }: ClockFault): Part<number> {
  return {
    thing: `clocks/${machine}`,
    wished: offsetSeconds,
    usual: 0,
    become: (ctx, value) => cluster.setClock(ctx, machine, value, value === offsetSeconds ? seconds : undefined),
  };
}

function ratePart({ env }: Cluster, name: keyof Faults, wished: unknown): Part {
  return {
    thing: `rates/${name}`,
    setting: name,
    wished,
    usual: env.faults[name],
    become: (ctx, value) => {
      env.faults[name] = value as number;
      return ctx;
    },
  };
}

function delayPart({ env }: Cluster, name: string, wished: Delays[string]): Part {
  return {
    thing: `delays/${name}`,
    setting: name,
    wished,
    usual: delayOf(env.latencies, name),
    become: (ctx, value) => {
      setDelay(env.latencies, name, value as Delays[string]);
      return ctx;
    },
  };
}
