// What must not compile. Nothing here is ever run: `npm run types` fails when one of these errors is missing.

import { cacheTable } from '../../src/cluster/apiserver/watchcache/rows.ts';
import { CONTAINER_TABLES } from '../../src/cluster/cri/rows.ts';
import { KEYS_TABLE } from '../../src/cluster/etcd/rows.ts';
import type { Engine } from '../../src/engine/index.ts';
import type { Snapshot } from '../../src/inspect/snapshot.ts';

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
