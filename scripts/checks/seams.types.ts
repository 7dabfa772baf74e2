// What must not compile. Nothing here is ever run: `npm run types` fails when one of these errors is missing.

import { isStatus } from '../../src/api/errors/status.ts';
import { resourceOf } from '../../src/api/scheme/scheme.ts';
import type { Pod } from '../../src/api/types/core.ts';
import { MILLISECOND, MINUTE, type Millis, SECOND, type Seconds } from '../../src/base/time/units.ts';
import { cacheTable } from '../../src/cluster/apiserver/watchcache/rows.ts';
import type { RestClient } from '../../src/cluster/clientgo/client.ts';
import type { SharedInformerFactory } from '../../src/cluster/clientgo/index.ts';
import { CONTAINER_TABLES } from '../../src/cluster/cri/rows.ts';
import { KEYS_TABLE } from '../../src/cluster/etcd/rows.ts';
import type { GetOptions } from '../../src/cluster/kubectl/commands/get/flags.ts';
import type { Options } from '../../src/cluster/kubectl/flags/options.ts';
import type { Spread } from '../../src/cluster/ports/latency.ts';
import type { Context, Engine, Process } from '../../src/engine/index.ts';
import type { Moment } from '../../src/inspect/beats/moment.ts';
import type { Snapshot } from '../../src/inspect/snapshot.ts';
import type { StepView } from '../../src/protocol/views.ts';
import type { KindName, NamesByComponent } from '../../src/steps/index.ts';
import { network } from '../../src/steps/network.ts';
import { scheduler } from '../../src/steps/scheduler.ts';

/** A table is read by what its owner declared, and its rows are of the type that was declared there. */
export function tables(engine: Engine, snapshot: Snapshot): readonly unknown[] {
  const [row] = snapshot.table(KEYS_TABLE).values();
  return [
    // @ts-expect-error no string is the name of a table
    engine.table('etcd/keys'),
    // @ts-expect-error no string is the name of a table
    snapshot.table('etcd/keyz'),
    // @ts-expect-error nor of a table whose changes are asked for
    snapshot.changedKeys('apiserver/watches'),
    // @ts-expect-error a family of tables is no table
    snapshot.table(CONTAINER_TABLES),
    // @ts-expect-error rows of etcd's keys have no such field
    row?.revision,
    // @ts-expect-error the rows are KeyRow, whatever the reader says
    snapshot.table<{ readonly pod: string }>(KEYS_TABLE),
    // @ts-expect-error there is no such resource
    cacheTable('podz'),
    // @ts-expect-error a cache of Pods holds Pods
    snapshot.table(cacheTable('pods')).get('default/a')?.spec.clusterIP,
  ];
}

/** A kind of step is asked for by its value; where only names are known, by one that is declared. */
export function kinds(moment: Moment): readonly unknown[] {
  const name: KindName = 'scheduler.bound';
  // @ts-expect-error no such kind is declared
  const typo: KindName = 'scheduler.boud';
  // @ts-expect-error nor is there one of that name in that component
  const listed: NamesByComponent = { scheduler: ['bound', 'hop'] };
  return [
    name,
    typo,
    listed,
    // @ts-expect-error the network has no such kind
    network.hopp,
    // @ts-expect-error a moment is asked for a kind, not for a name
    moment.of('scheduler.selected'),
    // @ts-expect-error the step of a known kind has no such argument
    moment.of(scheduler.selected)?.args.nodes,
  ];
}

/** A flag is read by the command that declares it, in the way of its kind. */
export function flags(get: GetOptions, any: Options): readonly unknown[] {
  return [
    get.is('show-labels'),
    get.text('output'),
    get.list('filename'),
    // @ts-expect-error not every command has such a flag
    any.is('show-labels'),
    // @ts-expect-error get declares no such flag, although others do
    get.is('server-side'),
    // @ts-expect-error no command has such a flag
    get.is('show-label'),
    // @ts-expect-error it is a switch, and has no text
    get.text('show-labels'),
    // @ts-expect-error it is a list
    get.text('filename'),
    // @ts-expect-error it is no duration
    get.micros('chunk-size'),
  ];
}

/** An informer of a resource gives objects of its type. */
export function informers(ctx: Context, factory: SharedInformerFactory): readonly unknown[] {
  const pods = factory.informer(resourceOf('pods'));
  const claims = factory.informer(resourceOf('resourceclaims', 'resource.k8s.io'));
  pods.addHandler('nobody', {
    onAdd: (_, pod) => pod.spec.nodeName,
    // @ts-expect-error a Pod has no selector
    onUpdate: (_, _before, pod) => pod.spec.selector,
  });
  return [
    pods.indexer.get(ctx, 'default/a')?.spec.containers,
    // @ts-expect-error a Pod has no such field
    pods.indexer.get(ctx, 'default/a')?.spec.container,
    // @ts-expect-error a claim of devices has no Pod's status
    claims.indexer.list(ctx)[0]?.status?.podIP,
  ];
}

/** A number of seconds is no number of microseconds, nor the other way round; it is multiplied, which reads as ever. */
export function units(ctx: Context, engine: Engine, { spec }: Pod, spread: Spread): readonly unknown[] {
  const grace: Seconds = spec.terminationGracePeriodSeconds ?? 30;
  const pause: Millis = 300;
  return [
    ctx.sleep(grace * SECOND),
    ctx.sleep(pause * MILLISECOND),
    engine.after(5 * MINUTE + spread.max, () => undefined, true),
    // @ts-expect-error one sleeps for microseconds
    ctx.sleep(grace),
    // @ts-expect-error nor for milliseconds
    ctx.sleep(pause),
    // @ts-expect-error what a container's grace period is counted in
    ctx.after(spec.terminationGracePeriodSeconds ?? 0, () => undefined),
    // @ts-expect-error a timer is set in microseconds
    engine.after(grace, () => undefined, true),
    // @ts-expect-error a moment is one of microseconds, too
    ctx.sleepUntil(grace),
    // @ts-expect-error latencies are drawn in microseconds
    ((seconds: Seconds) => seconds)(spread.min),
  ];
}

/** What a client answers is of the resource that it was asked for. */
export function* answers(ctx: Context, client: RestClient): Process<readonly unknown[]> {
  const pod = yield* client.get(ctx, resourceOf('pods'), 'default', 'a');
  const list = yield* client.list(ctx, resourceOf('nodes'), undefined);
  if (isStatus(pod) || isStatus(list)) return [];
  return [
    pod.spec.nodeName,
    list.items[0]?.spec.podCIDR,
    // @ts-expect-error a Pod has no cluster IP
    pod.spec.clusterIP,
    // @ts-expect-error nor has a Node containers
    list.items[0]?.spec.containers,
  ];
}

/** The page knows each step by a kind that is declared. */
export function views({ kind }: StepView): readonly unknown[] {
  return [
    kind === 'scheduler.bound',
    // @ts-expect-error no such kind is declared
    kind === 'scheduler.boud',
  ];
}
