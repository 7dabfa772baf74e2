import { defineSteps, step } from './define.ts';

const REQUEST = 'staging/src/k8s.io/client-go/rest/request.go';
const WALL = 'https://kubernetes.io/docs/setup/best-practices/certificates/';
const TRANSPORT = 'staging/src/k8s.io/apimachinery/pkg/util/net/http.go';

/** What a person lets go wrong, and what it comes to on the way between machines. */
export const faults = defineSteps('faults', {
  partition: step<{ node: string; state: 'cut' | 'whole'; seconds?: number }>({ level: 'step', models: TRANSPORT }),
  over: step<{ seconds: number }>({ level: 'step', models: TRANSPORT }),
  connectionLost: step<{ node: string; watches: number }>({ level: 'step', models: TRANSPORT }),
  unanswered: step<{ why: string; waited: number }>({ level: 'step', models: REQUEST }),
  clock: step<{ machine: string; offsetSeconds: number; seconds?: number; isFirst?: boolean }>({
    level: 'step',
    models: WALL,
  }),
  handshakeFailed: step<{ node: string; why: string }>({ level: 'step', models: TRANSPORT }),
  rates: step<{ said: string; seconds?: number }>({ level: 'step', models: REQUEST }),
  delays: step<{ said: string; seconds?: number }>({ level: 'step', models: REQUEST }),
  requestLost: step<{ method: string; path: string; perMille: number; done: boolean }>({
    level: 'step',
    models: REQUEST,
    station: 'tls',
  }),
  requestSlow: step<{ millis: number; perMille: number }>({ level: 'step', models: REQUEST, station: 'tls' }),
});
