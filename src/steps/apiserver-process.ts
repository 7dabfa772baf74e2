import { defineSteps, step } from './define.ts';

const SERVER = 'staging/src/k8s.io/apiserver/pkg/server/genericapiserver.go';
const CACHER = 'staging/src/k8s.io/apiserver/pkg/storage/cacher/cacher.go';

export const apiserverProcess = defineSteps('apiserver-process', {
  fault: step<{ state: string }>({ level: 'step', models: SERVER }),
  shutDown: step<{ inFlight: number }>({ level: 'step', models: SERVER, station: 'tls' }),
  cachesLost: step<{ caches: number }>({ level: 'step', models: CACHER, station: 'watch-cache' }),
  cacheFilled: step<{ objects: number; revision: number }>({ level: 'detail', models: CACHER, station: 'watch-cache' }),
  cacheStuck: step<{ key: string; error: string }>({ level: 'step', models: CACHER, station: 'watch-cache' }),
  cacheReinitializing: step<{ error: string }>({ level: 'step', models: CACHER, station: 'watch-cache' }),
  started: step<{ caches: number; revision: number }>({ level: 'step', models: SERVER, station: 'tls' }),
  reconciled: step<{ change: string }>({
    level: 'step',
    models: 'pkg/registry/rbac/rest/storage_rbac.go',
    docs: 'https://kubernetes.io/docs/reference/access-authn-authz/rbac/#auto-reconciliation',
    station: 'registry',
  }),
  ownAddress: step<{ change: 'left' | 'joined' }>({
    level: 'step',
    models: 'pkg/controlplane/reconcilers/lease.go',
    station: 'registry',
  }),
  refusedConnection: step({ level: 'step', models: 'staging/src/k8s.io/client-go/rest/request.go' }),
});
