import { defineSteps, step } from './define.ts';

const RUNTIME = 'staging/src/k8s.io/apimachinery/pkg/util/runtime/runtime.go';
const DOCS = 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#restart-policy';

/** What becomes of a program that meets what it was not written for. */
export const panicSteps = defineSteps('panic', {
  panicked: step<{ process: string; message: string; where: string }>({ level: 'step', models: RUNTIME }),
  ended: step<{ process: string; seconds: number; times: number }>({ level: 'step', models: RUNTIME, docs: DOCS }),
  begun: step<{ process: string; times: number }>({ level: 'step', models: RUNTIME, docs: DOCS }),
});
