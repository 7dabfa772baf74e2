import { defineSteps, step } from '../define.ts';

const DOCS = 'https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/';
const MODELS = 'pkg/controller/statefulset/stateful_set_control.go';

export const statefulsetSteps = defineSteps('statefulset', {
  sync: step<{ want: number; have: number }>({ level: 'step', models: MODELS, docs: DOCS }),
  revision: step<{ revision: number }>({ level: 'step', models: MODELS, docs: DOCS }),
  createPod: step<{ pod: string; claims: number }>({ level: 'scene', models: MODELS, docs: DOCS }),
  deletePod: step<{ pod: string; reason: string }>({ level: 'step', models: MODELS, docs: DOCS }),
  wait: step<{ pod: string; reason: string }>({ level: 'step', models: MODELS, docs: DOCS }),
  repair: step<{ pod: string }>({
    level: 'step',
    models: 'pkg/controller/statefulset/stateful_pod_control.go',
    docs: DOCS,
  }),
  claimOwner: step<{ owner: string }>({
    level: 'step',
    models: 'pkg/controller/statefulset/stateful_pod_control.go',
    docs: `${DOCS}#persistentvolumeclaim-retention`,
  }),
  writeStatus: step<{ replicas: number; ready: number; updated: number }>({ level: 'step', models: MODELS }),
});
