// The first stories as the engine's script tells them to a page: what they call decides which script it is in, and the build
// sees with them that the first script is enough.
import { createContext, runInContext } from 'node:vm';
import { firstInput, firstRun } from '../../src/app/first-run.ts';
import { sevenArrows } from '../../src/scenarios/pods/seven-arrows.ts';

/** What a page shows before anybody has opened anything; `e2e/first-script.spec.ts` sees that it is all. */
const VIEWS = ['stage', 'timeline', 'step', 'terminal', 'diagnosis', 'breakpoints'];
const VIEWS_OF_DEMO = ['stage', 'timeline', 'step', 'terminal'];
/** The two grains that a reader begins with. */
const GRAINS = ['beat', 'step'] as const;
const RUN = firstRun('');
/** So many are stepped through one by one, as a reader does. */
const STEPS = 60;

/** What stands at the end of each. */
export interface ToldStories {
  readonly digests: readonly string[];
}

interface Frame {
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
  readonly frame?: Frame;
}

interface Reader {
  readonly ask: (...messages: readonly object[]) => void;
  readonly seq: () => number;
  /** Goes on until nothing is left to do. */
  readonly end: () => string;
}

/** Runs the engine's script as in a page without workers, where it only offers the engine, and reads there. */
export function tellFirstStories(code: string, filename: string, importScripts: () => void): ToldStories {
  return { digests: [readFirstVisit, readDemo].map((read) => read(readerOf(code, filename, importScripts))) };
}

function readerOf(code: string, filename: string, importScripts: () => void): Reader {
  const due: (() => void)[] = [];
  const page = { document: {}, performance, importScripts, setTimeout: (action: () => void) => due.push(action) };
  const context = createContext(page) as Offered;
  runInContext(code, context, { filename });
  let last: Frame | undefined;
  const send = context.kubestepEngine?.(({ type, message, frame }) => {
    if (type === 'failed' || type === 'broken') throw new Error(message);
    last = frame ?? last;
  });
  const ask = (...messages: readonly object[]) => {
    for (const [id, message] of messages.entries()) send?.({ id, ...message });
    while (due.length > 0) due.shift()?.();
  };
  const end = () => {
    ask({ type: 'runToQuiescence' });
    if (last?.quiescent !== true) throw new Error('a first story does not come to its end');
    return last.digest;
  };
  return { ask, seq: () => last?.seq ?? 0, end };
}

/** Who comes without a link: the first manifest is applied, and one steps through what it causes. */
function readFirstVisit(reader: Reader): string {
  const { ask } = reader;
  ask({ type: 'hello' }, { type: 'open', run: RUN }, { type: 'filter', filter: of('beat') });
  ask({ type: 'give', input: firstInput() }, { type: 'step', by: 1 }, ...subscribed(VIEWS));
  for (const grain of GRAINS) stepThrough(reader, grain);
  return reader.end();
}

/** Who comes to a demo in somebody's text: a part of a scenario stands at a step. */
function readDemo(reader: Reader): string {
  const { ask } = reader;
  const { id: scenario, cluster, parts } = sevenArrows;
  ask({ type: 'hello' }, { type: 'open', run: { ...RUN, cluster, scenario } }, ...subscribed(VIEWS_OF_DEMO));
  for (const grain of GRAINS) {
    const filter = of(grain);
    ask({ type: 'filter', filter }, { type: 'parts', inputs: [parts[0].input], to: { index: 12, filter } });
    stepThrough(reader, grain);
  }
  return reader.end();
}

function stepThrough({ ask, seq }: Reader, grain: (typeof GRAINS)[number]): void {
  ask({ type: 'filter', filter: of(grain) }, { type: 'seek', to: 'start' });
  for (let step = 0; step < STEPS; step += 1) {
    ask({ type: 'step', by: 1 });
    ask({ type: 'query', query: { type: 'why', seq: seq() } });
  }
  ask({ type: 'step', by: -1 }, { type: 'scene', by: -1 }, { type: 'scene', by: 1 }, { type: 'seekIndex', index: 2 });
  // Into a beat, and out again.
  ask({ type: 'filter', filter: { grain, scope: 'story', within: seq() } }, { type: 'step', by: 1 });
  ask({ type: 'filter', filter: of(grain) }, { type: 'seek', to: 'end' }, { type: 'step', by: -1 });
  ask({ type: 'seek', to: seq() });
}

const of = (grain: (typeof GRAINS)[number]) => ({ grain, scope: 'story' });
const subscribed = (views: readonly string[]) => views.map((view) => ({ type: 'subscribe', view }));
