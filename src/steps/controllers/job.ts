import { defineSteps, step } from '../define.ts';

const MODELS = 'pkg/controller/job/job_controller.go';
const DOCS = 'https://kubernetes.io/docs/concepts/workloads/controllers/job/';

export const jobSteps = defineSteps('job', {
  sync: step<{ active: number; succeeded: number; failed: number; want: number }>({
    level: 'step',
    models: MODELS,
    docs: DOCS,
  }),
  skip: step<{ reason: string }>({ level: 'detail', models: MODELS }),
  claimed: step<{ pod: string; adopted: boolean }>({
    level: 'step',
    models: 'pkg/controller/controller_ref_manager.go',
  }),
  pods: step<{ create: number; remove: number }>({ level: 'scene', models: MODELS, docs: DOCS }),
  backoff: step<{ seconds: number; failures: number; index?: number }>({
    level: 'step',
    models: 'pkg/controller/job/backoff_utils.go',
    docs: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#pod-backoff-failure-policy',
  }),
  status: step<{ active: number; ready: number; succeeded: number; failed: number; uncounted: number }>({
    level: 'step',
    models: MODELS,
  }),
  untrack: step<{ pods: number }>({
    level: 'step',
    models: 'pkg/controller/job/tracking_utils.go',
    docs: 'https://kubernetes.io/docs/concepts/workloads/controllers/job/#job-tracking-with-finalizers',
  }),
  finished: step<{ outcome: string; reason: string }>({ level: 'scene', models: MODELS, docs: DOCS }),
  expired: step<{ seconds: number }>({
    level: 'step',
    models: 'pkg/controller/ttlafterfinished/ttlafterfinished_controller.go',
    docs: 'https://kubernetes.io/docs/concepts/workloads/controllers/ttlafterfinished/',
  }),
});
