import { defineSteps, step } from '../define.ts';

const MODELS = 'pkg/controller/namespace/deletion/namespaced_resources_deleter.go';
const DOCS = 'https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/';

export const namespaceSteps = defineSteps('namespace', {
  sync: step({ level: 'step', models: 'pkg/controller/namespace/namespace_controller.go', docs: DOCS }),
  content: step<{ types: number }>({ level: 'scene', models: MODELS, docs: DOCS }),
  conditions: step<{ remaining: string; finalizers: string }>({
    level: 'step',
    models: 'pkg/controller/namespace/deletion/status_condition_utils.go',
  }),
  waiting: step<{ seconds: number; remaining: string; finalizers: string }>({ level: 'step', models: MODELS }),
  finalize: step({
    level: 'scene',
    models: MODELS,
    docs: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/finalizers/',
  }),
});
