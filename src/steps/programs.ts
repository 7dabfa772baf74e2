import { defineSteps, step } from './define.ts';

const INDEXER = 'staging/src/k8s.io/client-go/tools/cache/thread_safe_store.go';
const INFORMER = 'staging/src/k8s.io/client-go/tools/cache/shared_informer.go';
const OPERATOR = 'https://kubernetes.io/docs/concepts/extend-kubernetes/operator/';

/** What people's own programs do in Pods, and what a person does to informers. */
export const programSteps = defineSteps('programs', {
  watchCut: step<{ informer: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/client-go/tools/cache/reflector.go',
  }),
  indexDefined: step<{ informer: string; index: string; path: string; values: number }>({
    level: 'step',
    models: INDEXER,
  }),
  lookedUp: step<{ informer: string; index: string; value: string; found: number }>({ level: 'step', models: INDEXER }),
  started: step<{ program: string; account: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/client-go/rest/config.go',
  }),
  waitsForCache: step<{ resource: string }>({ level: 'step', models: INFORMER }),
  cacheSynced: step<{ resource: string; objects: number }>({ level: 'step', models: INFORMER }),
  handled: step<{ event: string; printed: string }>({ level: 'step', models: INFORMER }),
  resynced: step<{ objects: number; seconds: number }>({ level: 'step', models: INFORMER }),
  reconciled: step<{ wanted: number; running: number; action: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/sample-controller/controller.go',
    docs: OPERATOR,
  }),
  stopped: step<{ program: string }>({ level: 'step', models: 'staging/src/k8s.io/sample-controller/main.go' }),
});
