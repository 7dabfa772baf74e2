import { defineSteps, step } from './define.ts';

const INFORMERS = 'https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes';
const CONTROLLERS = 'https://kubernetes.io/docs/concepts/architecture/controller/';
const LEASES = 'https://kubernetes.io/docs/concepts/architecture/leases/';

/** What happens inside a client of the API server: requests, informers, work queues, expectations, events, leases. */
export const clientgoSteps = defineSteps('clientgo', {
  request: step<{ verb: string; resource: string; subresource?: string }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/rest/request.go',
  }),
  response: step<{ verb: string; code: number; reason?: string }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/rest/request.go',
  }),
  throttled: step<{ wait: number; qps: number; burst: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/client-go/util/flowcontrol/throttle.go',
  }),
  listAndWatch: step<{ mode: string; revision: string }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/tools/cache/reflector.go',
    docs: INFORMERS,
  }),
  initialList: step<{ count: number; revision: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/client-go/tools/cache/reflector.go',
    docs: INFORMERS,
  }),
  received: step<{ type: string; revision: string; queued: number }>({
    level: 'step',
    models: 'staging/src/k8s.io/client-go/tools/cache/reflector.go',
    docs: INFORMERS,
  }),
  bookmark: step<{ revision: string }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/tools/cache/reflector.go',
    docs: 'https://kubernetes.io/docs/reference/using-api/api-concepts/#watch-bookmarks',
  }),
  watchEnded: step<{ reason: string; delay: number }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/tools/cache/reflector.go',
    docs: INFORMERS,
  }),
  indexed: step<{ type: string; revision: string; left: number }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/tools/cache/shared_informer.go',
  }),
  replaced: step<{ count: number; removed: number; revision: string }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/tools/cache/the_real_fifo.go',
  }),
  notified: step<{ event: string; handler: string }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/tools/cache/shared_informer.go',
  }),
  queued: step<{ queue: string; key: string; merged: boolean; running: boolean }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/util/workqueue/queue.go',
    docs: CONTROLLERS,
  }),
  delayed: step<{ queue: string; key: string; delay: number; failures: number }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/util/workqueue/delaying_queue.go',
  }),
  dequeued: step<{ queue: string; key: string; left: number }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/util/workqueue/queue.go',
  }),
  done: step<{ queue: string; key: string; again: boolean }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/util/workqueue/queue.go',
  }),
  expected: step<{ adds: number; deletions: number }>({
    level: 'detail',
    models: 'pkg/controller/controller_utils.go',
  }),
  observed: step<{ event: string; adds: number; deletions: number }>({
    level: 'detail',
    models: 'pkg/controller/controller_utils.go',
  }),
  eventRecorded: step<{ type: string; reason: string; message: string }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/tools/record/event.go',
  }),
  eventCorrelated: step<{ outcome: string; reason: string; count: number }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/tools/record/events_cache.go',
  }),
  leading: step<{ identity: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go',
    docs: LEASES,
  }),
  leaseTried: step<{ identity: string; holder: string }>({
    level: 'detail',
    models: 'staging/src/k8s.io/client-go/tools/leaderelection/leaderelection.go',
    docs: LEASES,
  }),
});
