import { defineSteps, step } from '../define.ts';

const DOCS = 'https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/';
const MODELS = 'pkg/controller/replicaset/replica_set.go';

export const replicasetSteps = defineSteps('replicaset', {
  sync: step<{ want: number; have: number; terminating: number; satisfied: boolean }>({
    level: 'step',
    models: MODELS,
    docs: DOCS,
  }),
  gone: step({ level: 'detail', models: MODELS }),
  stale: step<{ resource: string }>({
    level: 'detail',
    models: 'pkg/controller/util/consistency/consistency_store.go',
  }),
  createPods: step<{ missing: number; batches: number }>({ level: 'scene', models: MODELS, docs: DOCS }),
  batch: step<{ size: number; remaining: number }>({ level: 'step', models: MODELS }),
  batchFailed: step<{ created: number; skipped: number; message: string }>({ level: 'step', models: MODELS }),
  rank: step<{ surplus: number; candidates: number }>({
    level: 'step',
    models: 'pkg/controller/controller_utils.go',
    docs: 'https://kubernetes.io/docs/concepts/workloads/controllers/replicaset/#scaling-a-replicaset',
  }),
  victim: step<{ position: number; reason: string; node?: string; related: number }>({
    level: 'detail',
    models: 'pkg/controller/controller_utils.go',
  }),
  deletePods: step<{ surplus: number }>({ level: 'step', models: MODELS, docs: DOCS }),
  adopt: step<{ pod: string }>({ level: 'step', models: 'pkg/controller/controller_ref_manager.go', docs: DOCS }),
  release: step<{ pod: string }>({ level: 'step', models: 'pkg/controller/controller_ref_manager.go', docs: DOCS }),
  writeStatus: step<{ replicas: number; ready: number; available: number; terminating: number }>({
    level: 'step',
    models: 'pkg/controller/replicaset/replica_set_utils.go',
  }),
  statusUnchanged: step({ level: 'detail', models: 'pkg/controller/replicaset/replica_set_utils.go' }),
});
