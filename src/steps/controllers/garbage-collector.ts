import { defineSteps, step } from '../define.ts';

const DOCS = 'https://kubernetes.io/docs/concepts/architecture/garbage-collection/';
const OWNERS = 'https://kubernetes.io/docs/concepts/overview/working-with-objects/owners-dependents/';
const GRAPH = 'pkg/controller/garbagecollector/graph_builder.go';
const COLLECTOR = 'pkg/controller/garbagecollector/garbagecollector.go';

export const garbageCollectorSteps = defineSteps('garbageCollector', {
  node: step<{ owners: number; virtual: boolean }>({ level: 'detail', models: GRAPH, docs: OWNERS }),
  ownersChanged: step<{ added: number; removed: number }>({ level: 'detail', models: GRAPH, docs: OWNERS }),
  nodeRemoved: step<{ dependents: number }>({ level: 'step', models: GRAPH, docs: OWNERS }),
  consider: step<{ owners: number; dependents: number; deletingDependents: boolean }>({
    level: 'step',
    models: COLLECTOR,
    docs: DOCS,
  }),
  skip: step<{ reason: string }>({ level: 'detail', models: COLLECTOR }),
  absent: step({ level: 'detail', models: COLLECTOR }),
  classified: step<{ solid: number; dangling: number; waiting: number }>({
    level: 'step',
    models: COLLECTOR,
    docs: OWNERS,
  }),
  keep: step<{ solid: number; removed: number }>({ level: 'step', models: COLLECTOR, docs: OWNERS }),
  collect: step<{ policy: string }>({ level: 'step', models: COLLECTOR, docs: DOCS }),
  waitForDependents: step<{ blocking: number }>({
    level: 'step',
    models: COLLECTOR,
    docs: `${DOCS}#foreground-deletion`,
  }),
  foreground: step<{ dependents: number }>({ level: 'step', models: GRAPH, docs: `${DOCS}#foreground-deletion` }),
  orphan: step<{ dependents: number }>({ level: 'step', models: COLLECTOR, docs: `${DOCS}#orphaned-dependents` }),
  removeFinalizer: step<{ finalizer: string }>({
    level: 'step',
    models: 'pkg/controller/garbagecollector/operations.go',
    docs: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/',
  }),
});
