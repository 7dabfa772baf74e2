import { defineSteps, step } from './define.ts';

const API = 'https://kubernetes.io/docs/reference/using-api/api-concepts/';
const CLIENT = 'staging/src/k8s.io/client-go/rest/request.go';

/** Kinds of step of a person who talks to the API without kubectl. */
export const rawClient = defineSteps('rawClient', {
  sent: step<{ method: string; path: string; user: string }>({ level: 'step', models: CLIENT, docs: API }),
  hungUp: step<{ request: number }>({ level: 'step', models: CLIENT }),
  answered: step<{ code: number; type: string }>({ level: 'step', models: CLIENT, docs: API }),
  heard: step<{ type: string; name: string }>({
    level: 'step',
    models: 'staging/src/k8s.io/apimachinery/pkg/watch/streamwatcher.go',
    docs: `${API}#efficient-detection-of-changes`,
  }),
  ended: step<{ events: number; by: string }>({ level: 'step', models: CLIENT, docs: API }),
});
