import type { Process } from '../../engine/index.ts';
import type { Flag, Options } from './argv.ts';
import { apply } from './commands/apply.ts';
import { annotateOrLabel, scale, setImage } from './commands/change.ts';
import { deleteObjects } from './commands/delete.ts';
import { describe } from './commands/describe.ts';
import { get } from './commands/get.ts';
import { rollout } from './commands/rollout.ts';
import { type Failure, failure } from './errors.ts';
import type { Session } from './session.ts';

type Run = (session: Session, words: readonly string[], options: Options) => Process<number | Failure>;

export interface Command {
  readonly run: Run;
  readonly flags: readonly Flag[];
}

const value = (name: string, letter?: string): Flag => ({
  name,
  takes: 'value',
  ...(letter === undefined ? {} : { letter }),
});
const list = (name: string, letter?: string): Flag => ({
  name,
  takes: 'list',
  ...(letter === undefined ? {} : { letter }),
});
const toggle = (name: string, letter?: string): Flag => ({
  name,
  takes: 'nothing',
  ...(letter === undefined ? {} : { letter }),
});

const SELECTION = [
  value('selector', 'l'),
  toggle('all'),
  list('filename', 'f'),
  toggle('recursive', 'R'),
  value('field-selector'),
];
const OUTPUT = [value('output', 'o'), value('template')];
const WRITING: readonly Flag[] = [
  ...OUTPUT,
  value('field-manager'),
  { name: 'dry-run', takes: 'value', bare: 'unchanged' },
  { name: 'validate', takes: 'value', bare: 'strict' },
  toggle('save-config'),
];

const SHOWING = [
  ...OUTPUT,
  toggle('all-namespaces', 'A'),
  toggle('watch', 'w'),
  toggle('output-watch-events'),
  toggle('show-labels'),
  toggle('show-kind'),
  toggle('no-headers'),
  toggle('show-managed-fields'),
  toggle('ignore-not-found'),
  list('label-columns', 'L'),
  value('sort-by'),
  value('chunk-size'),
  value('raw'),
];

const DELETION: readonly Flag[] = [
  value('output', 'o'),
  toggle('ignore-not-found'),
  toggle('force'),
  toggle('wait'),
  toggle('now'),
  value('grace-period'),
  value('timeout'),
  { name: 'cascade', takes: 'value', bare: 'background' },
];

function* setCommand(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const [what, ...rest] = words;
  if (what !== 'image') return failure(`unknown command "${what ?? ''}" for "kubectl set"`);
  return yield* setImage(session, rest, options);
}

/** What kubectl can do here; a text says why a command of the real one cannot. */
export const COMMANDS: { readonly [name: string]: Command | string } = {
  apply: {
    run: apply,
    flags: [...SELECTION, ...WRITING, toggle('server-side'), toggle('force'), toggle('force-conflicts')],
  },
  get: { run: get, flags: [...SELECTION, ...SHOWING] },
  describe: {
    run: describe,
    flags: [...SELECTION, toggle('all-namespaces', 'A'), toggle('show-events'), value('chunk-size')],
  },
  delete: { run: deleteObjects, flags: [...SELECTION, ...DELETION] },
  scale: {
    run: scale,
    flags: [...SELECTION, ...WRITING, value('replicas'), value('current-replicas'), value('timeout')],
  },
  set: { run: setCommand, flags: [...SELECTION, ...WRITING] },
  annotate: {
    run: (session, words, options) => annotateOrLabel(session, words, options, 'annotations'),
    flags: [...SELECTION, ...WRITING, toggle('overwrite')],
  },
  label: {
    run: (session, words, options) => annotateOrLabel(session, words, options, 'labels'),
    flags: [...SELECTION, ...WRITING, toggle('overwrite')],
  },
  rollout: {
    run: rollout,
    flags: [...SELECTION, ...WRITING, value('revision'), value('to-revision'), value('timeout'), toggle('watch', 'w')],
  },
};
