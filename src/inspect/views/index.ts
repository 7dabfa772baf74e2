import type { ViewParams } from '../../protocol/messages.ts';
import type { ViewName, Views } from '../../protocol/views.ts';
import { hitsOf } from '../breakpoints/hits.ts';
import type { Snapshot } from '../snapshot.ts';
import { accessView } from './access.ts';
import { apiView } from './api.ts';
import { diagnosisView } from './diagnosis.ts';
import { etcdView } from './etcd.ts';
import { informersView } from './informers.ts';
import { networkView } from './network.ts';
import { nodeView } from './node.ts';
import { objectView } from './object.ts';
import { objectsView } from './objects.ts';
import { partView } from './part.ts';
import { queuesView } from './queues.ts';
import { schedulerView } from './scheduler.ts';
import { stageView } from './stage.ts';
import { stepView } from './step.ts';
import { terminalView } from './terminal.ts';
import { timelineView } from './timeline.ts';

type Builders = { readonly [V in ViewName]: (snapshot: Snapshot, params: ViewParams) => Views[V] };

/** One function a view; each computes plain data from the tables at the cursor. */
export const viewBuilders: Builders = {
  step: stepView,
  stage: stageView,
  timeline: timelineView,
  object: objectView,
  etcd: etcdView,
  informers: informersView,
  queues: queuesView,
  scheduler: schedulerView,
  node: nodeView,
  network: networkView,
  terminal: terminalView,
  access: accessView,
  api: apiView,
  diagnosis: diagnosisView,
  part: partView,
  objects: objectsView,
  breakpoints: (snapshot) => hitsOf(snapshot).view(),
};
