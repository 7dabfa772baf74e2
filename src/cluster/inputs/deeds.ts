// Models nothing upstream: what a person does to a running cluster besides typing (v1.36)

import type { Engine } from '../../engine/index.ts';
import { programSteps } from '../../steps/programs.ts';
import { INDEXER_TABLES } from '../clientgo/rows.ts';
import type { Cluster } from '../config/cluster-config.ts';
import { valuesAt } from '../programs/index.ts';
import { causeFault, type Fault } from './faults.ts';

type Look =
  | { readonly type: 'cut-watch'; readonly informer: string }
  | { readonly type: 'index'; readonly informer: string; readonly index: string; readonly path: string }
  | { readonly type: 'look-up'; readonly informer: string; readonly index: string; readonly value: string };

export type Deed = Fault | Look;

export function doDeed(engine: Engine, cluster: Cluster, input: Deed): void {
  if (input.type === 'cut-watch' || input.type === 'index' || input.type === 'look-up') look(engine, cluster, input);
  else causeFault(engine, cluster, input);
}

function look(engine: Engine, cluster: Cluster, input: Look): void {
  const { informers = new Map() } = cluster.env;
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
