import { defineSteps, step } from '../define.ts';

const MODELS = 'pkg/controller/cronjob/cronjob_controllerv2.go';
const DOCS = 'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/';

export const cronjobSteps = defineSteps('cronjob', {
  sync: step<{ schedule: string; active: number }>({ level: 'step', models: MODELS, docs: DOCS }),
  due: step<{ time: string; job: string; missed: number }>({ level: 'scene', models: MODELS, docs: DOCS }),
  skipped: step<{ reason: string; message: string }>({ level: 'step', models: MODELS, docs: DOCS }),
  waits: step<{ seconds: number }>({ level: 'detail', models: MODELS }),
  tidied: step<{ job: string; kept: number }>({
    level: 'step',
    models: MODELS,
    docs: 'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#jobs-history-limits',
  }),
  replaced: step<{ job: string }>({ level: 'step', models: MODELS, docs: DOCS }),
  status: step<{ active: number; last: string }>({ level: 'step', models: MODELS }),
});
