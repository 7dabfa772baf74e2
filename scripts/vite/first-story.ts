// The first story as the engine's script tells it to a page: which modules it runs decides which script they are in, and the
// build sees with it that the first script is enough.
import { createContext, runInContext } from 'node:vm';

const MANIFEST = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: web, image: 'nginx:1.27'}]
`;
/** What a page shows before anybody has opened anything; `e2e/first-script.spec.ts` sees that it is all. */
const VIEWS = ['stage', 'timeline', 'step', 'terminal', 'diagnosis', 'breakpoints'];
/** The two grains that a reader begins with. */
const GRAINS = ['beat', 'step'] as const;
/** So many are stepped through one by one, as a reader does. */
const STEPS = 60;

export interface ToldStory {
  readonly quiescent: boolean;
  readonly digest: string;
  readonly seq: number;
}

interface Offered {
  kubestepEngine?: (post: (message: FromEngine) => void) => (message: object) => void;
}

interface FromEngine {
  readonly type: string;
  readonly message?: string;
  readonly frame?: ToldStory;
}

/** Runs the engine's script as in a page without workers, where it only offers the engine; gives the last frame that came. */
export function tellFirstStory(code: string, filename: string, importScripts: () => void): ToldStory {
  const due: (() => void)[] = [];
  const page = { document: {}, performance, importScripts, setTimeout: (action: () => void) => due.push(action) };
  const context = createContext(page) as Offered;
  runInContext(code, context, { filename });
  let last: ToldStory | undefined;
  const send = context.kubestepEngine?.(({ type, message, frame }) => {
    if (type === 'failed' || type === 'broken') throw new Error(message);
    last = frame ?? last;
  });
  const ask = (...messages: readonly object[]) => {
    for (const [id, message] of messages.entries()) send?.({ id, ...message });
    while (due.length > 0) due.shift()?.();
  };
  const run = { v: 1, build: '', seed: 1, cluster: { nodes: 3, latencies: 'realistic' }, inputs: [] };
  const input = { type: 'kubectl', argv: ['apply', '-f', 'web.yaml'], files: { 'web.yaml': MANIFEST } };
  const shown = VIEWS.map((view) => ({ type: 'subscribe', view }));
  ask({ type: 'open', run }, ...shown, { type: 'give', input }, { type: 'seek', to: 'start' });
  for (const grain of GRAINS) {
    ask({ type: 'filter', filter: { grain, scope: 'story' } }, { type: 'seek', to: 'start' });
    for (let step = 0; step < STEPS; step += 1) {
      ask({ type: 'step', by: 1 });
      ask({ type: 'query', query: { type: 'why', seq: last?.seq ?? 0 } });
    }
  }
  ask({ type: 'runToQuiescence' });
  if (last?.quiescent !== true) throw new Error('the first story does not come to its end');
  return last;
}
