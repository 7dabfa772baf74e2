import { defineSteps, step } from './define.ts';

const MODELS = 'staging/src/k8s.io/cloud-provider/controllers/service/controller.go';
const DOCS = 'https://kubernetes.io/docs/concepts/services-networking/service/#loadbalancer';
const CLOUD = 'There is no cloud: an address out of 203.0.113.0/24 or 2001:db8:113::/64 stands for its load balancer.';

export const cloud = defineSteps('cloud', {
  sync: step<{ wants: boolean }>({ level: 'step', models: MODELS, docs: DOCS }),
  ensured: step<{ address: string }>({ level: 'step', models: MODELS, docs: DOCS, notModelled: CLOUD }),
  hostsChanged: step<{ nodes: number }>({ level: 'step', models: MODELS, docs: DOCS }),
  released: step<{ address: string }>({ level: 'step', models: MODELS, docs: DOCS }),
});
