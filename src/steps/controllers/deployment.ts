import { defineSteps, step } from '../define.ts';

const DOCS = 'https://kubernetes.io/docs/concepts/workloads/controllers/deployment/';
const ROLLOUT = `${DOCS}#rolling-update-deployment`;
const SYNC = 'pkg/controller/deployment/sync.go';
const ROLLING = 'pkg/controller/deployment/rolling.go';

export const deploymentSteps = defineSteps('deployment', {
  sync: step<{ replicas: number; generation: number; replicaSets: number; paused: boolean }>({
    level: 'step',
    models: 'pkg/controller/deployment/deployment_controller.go',
    docs: DOCS,
  }),
  gone: step({ level: 'detail', models: 'pkg/controller/deployment/deployment_controller.go' }),
  selectsAll: step({ level: 'step', models: 'pkg/controller/deployment/deployment_controller.go' }),
  adopt: step<{ replicaSet: string }>({
    level: 'step',
    models: 'pkg/controller/controller_ref_manager.go',
    docs: DOCS,
  }),
  release: step<{ replicaSet: string }>({
    level: 'step',
    models: 'pkg/controller/controller_ref_manager.go',
    docs: DOCS,
  }),
  newReplicaSet: step<{ replicaSet: string; replicas: number; hash: string }>({
    level: 'scene',
    models: SYNC,
    docs: `${DOCS}#pod-template-hash-label`,
  }),
  foundReplicaSet: step<{ replicaSet: string; revision: string }>({
    level: 'detail',
    models: 'pkg/controller/deployment/util/deployment_util.go',
  }),
  annotateReplicaSet: step<{ replicaSet: string; revision: string }>({
    level: 'step',
    models: SYNC,
    docs: `${DOCS}#checking-rollout-history-of-a-deployment`,
  }),
  hashCollision: step<{ replicaSet: string; collisions: number }>({ level: 'step', models: SYNC }),
  createFailed: step<{ replicaSet: string; message: string }>({ level: 'step', models: SYNC }),
  scalingEvent: step<{ replicaSet: string; annotated: number; replicas: number }>({
    level: 'step',
    models: SYNC,
    docs: `${DOCS}#scaling-a-deployment`,
  }),
  proportion: step<{ replicaSet: string; size: number; target: number; share: number }>({
    level: 'step',
    models: SYNC,
    docs: `${DOCS}#proportional-scaling`,
  }),
  rollout: step<{ surge: number; unavailable: number; total: number; desired: number }>({
    level: 'step',
    models: ROLLING,
    docs: ROLLOUT,
  }),
  scaleDownBudget: step<{ total: number; minAvailable: number; newUnavailable: number; budget: number }>({
    level: 'step',
    models: ROLLING,
    docs: ROLLOUT,
  }),
  recreate: step<{ oldPods: number }>({
    level: 'step',
    models: 'pkg/controller/deployment/recreate.go',
    docs: `${DOCS}#recreate-deployment`,
  }),
  scaleReplicaSet: step<{ replicaSet: string; from: number; to: number }>({
    level: 'step',
    models: SYNC,
    docs: ROLLOUT,
  }),
  condition: step<{ type: string; status: string; reason: string }>({
    level: 'detail',
    models: 'pkg/controller/deployment/progress.go',
    docs: `${DOCS}#deployment-status`,
  }),
  writeStatus: step<{ replicas: number; updated: number; ready: number; available: number }>({
    level: 'step',
    models: SYNC,
    docs: `${DOCS}#deployment-status`,
  }),
  complete: step<{ replicaSet: string }>({
    level: 'scene',
    models: 'pkg/controller/deployment/progress.go',
    docs: `${DOCS}#complete-deployment`,
  }),
  statusUnchanged: step({ level: 'detail', models: SYNC }),
  deadline: step<{ after: number }>({
    level: 'detail',
    models: 'pkg/controller/deployment/progress.go',
    docs: `${DOCS}#progress-deadline-seconds`,
  }),
  cleanUp: step<{ replicaSet: string }>({ level: 'step', models: SYNC, docs: `${DOCS}#clean-up-policy` }),
  rollback: step<{ revision: number; outcome: string }>({
    level: 'step',
    models: 'pkg/controller/deployment/rollback.go',
  }),
  failed: step<{ reason: string; retries: number }>({
    level: 'step',
    models: 'pkg/controller/deployment/deployment_controller.go',
  }),
});
