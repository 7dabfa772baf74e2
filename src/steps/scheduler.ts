import { defineSteps, step } from './define.ts';

const SCHEDULER = 'pkg/scheduler/schedule_one.go';
const QUEUE = 'pkg/scheduler/backend/queue/scheduling_queue.go';
const CACHE = 'pkg/scheduler/backend/cache/cache.go';
const FRAMEWORK = 'pkg/scheduler/framework/runtime/framework.go';
const PREEMPTION = 'pkg/scheduler/framework/preemption/preemption.go';
const DOCS = 'https://kubernetes.io/docs/concepts/scheduling-eviction/kube-scheduler/';
const FRAMEWORK_DOCS = 'https://kubernetes.io/docs/concepts/scheduling-eviction/scheduling-framework/';
const PREEMPTION_DOCS = 'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/';
const DEVICES_DOCS = 'https://kubernetes.io/docs/concepts/scheduling-eviction/dynamic-resource-allocation/';
const GATES_DOCS = 'https://kubernetes.io/docs/concepts/scheduling-eviction/pod-scheduling-readiness/';

export const scheduler = defineSteps('scheduler', {
  enqueued: step<{ queue: string; event: string }>({ level: 'step', models: QUEUE, docs: FRAMEWORK_DOCS }),
  gated: step<{ gates: number }>({ level: 'step', models: QUEUE, docs: GATES_DOCS }),
  waitsForClaims: step({ level: 'step', models: QUEUE, docs: DEVICES_DOCS }),
  dequeued: step({ level: 'detail', models: QUEUE, docs: FRAMEWORK_DOCS }),
  podBound: step<{ node: string; assumed: boolean }>({ level: 'detail', models: CACHE }),
  podGone: step<{ node: string }>({ level: 'detail', models: CACHE }),
  nodeChanged: step<{ change: string; nodes: number }>({ level: 'detail', models: CACHE }),
  popped: step<{ attempt: number; waiting: number }>({ level: 'step', models: SCHEDULER, docs: DOCS }),
  skipped: step<{ why: string }>({ level: 'step', models: SCHEDULER, docs: DOCS }),
  snapshot: step<{ nodes: number; pods: number }>({ level: 'detail', models: SCHEDULER, docs: DOCS }),
  preFilter: step<{ active: number; skipped: number; rejectedBy: string | undefined }>({
    level: 'detail',
    models: FRAMEWORK,
    docs: FRAMEWORK_DOCS,
  }),
  filterPlugin: step<{ plugin: string; passed: number; refused: number }>({
    level: 'detail',
    models: FRAMEWORK,
    docs: FRAMEWORK_DOCS,
  }),
  filtered: step<{ evaluated: number; nodes: number; feasible: number }>({
    level: 'step',
    models: SCHEDULER,
    docs: DOCS,
  }),
  preScore: step<{ active: number; skipped: number }>({ level: 'detail', models: FRAMEWORK, docs: FRAMEWORK_DOCS }),
  scorePlugin: step<{ plugin: string; weight: number; lowest: number; highest: number }>({
    level: 'detail',
    models: FRAMEWORK,
    docs: FRAMEWORK_DOCS,
  }),
  selected: step<{ node: string; total: number; feasible: number; tied: number }>({
    level: 'step',
    models: SCHEDULER,
    docs: DOCS,
  }),
  assumed: step<{ node: string }>({ level: 'step', models: CACHE, docs: DOCS }),
  reserved: step<{ node: string }>({ level: 'detail', models: FRAMEWORK, docs: FRAMEWORK_DOCS }),
  permitted: step<{ node: string }>({ level: 'detail', models: FRAMEWORK, docs: FRAMEWORK_DOCS }),
  preBind: step<{ node: string }>({
    level: 'detail',
    models: FRAMEWORK,
    docs: FRAMEWORK_DOCS,
    notModelled: 'Extenders, other profiles, binding conditions of devices.',
  }),
  binding: step<{ node: string }>({ level: 'step', models: SCHEDULER, docs: DOCS }),
  bound: step<{ node: string }>({ level: 'step', models: SCHEDULER, docs: DOCS }),
  boundFirst: step<{ node: string }>({ level: 'scene', opens: 'bound', models: SCHEDULER, docs: DOCS }),
  bindFailed: step<{ node: string; error: string }>({ level: 'step', models: SCHEDULER, docs: DOCS }),
  unschedulable: step<{ message: string; attempt: number }>({ level: 'step', models: SCHEDULER, docs: DOCS }),
  statusUnchanged: step({ level: 'detail', models: SCHEDULER }),
  parked: step<{ queue: string; plugins: string }>({ level: 'detail', models: QUEUE, docs: FRAMEWORK_DOCS }),
  preempting: step<{ node: string; victims: number }>({ level: 'step', models: PREEMPTION, docs: PREEMPTION_DOCS }),
  victim: step<{ preemptor: string; node: string }>({ level: 'step', models: PREEMPTION, docs: PREEMPTION_DOCS }),
});
