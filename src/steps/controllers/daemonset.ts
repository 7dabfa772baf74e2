import { defineSteps, step } from '../define.ts';

const DOCS = 'https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/';
const MODELS = 'pkg/controller/daemon/daemon_controller.go';

export const daemonsetSteps = defineSteps('daemonset', {
  sync: step<{ nodes: number; wanted: number; satisfied: boolean }>({ level: 'step', models: MODELS, docs: DOCS }),
  revision: step<{ revision: number }>({ level: 'step', models: 'pkg/controller/daemon/update.go', docs: DOCS }),
  createPods: step<{ missing: number; size: number }>({ level: 'scene', models: MODELS, docs: DOCS }),
  deletePods: step<{ count: number; outdated: boolean }>({ level: 'step', models: MODELS, docs: DOCS }),
  writeStatus: step<{ desired: number; ready: number; updated: number }>({ level: 'step', models: MODELS }),
});
