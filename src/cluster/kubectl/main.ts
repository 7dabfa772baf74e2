import type { Context, Process } from '../../engine/index.ts';
import { kubectl } from '../../steps/kubectl.ts';
import { draw } from '../ports/latency.ts';
import { type Flag, GLOBAL_FLAGS, Options, parseArgv } from './argv.ts';
import { apply } from './commands/apply.ts';
import { annotateOrLabel, scale, setImage } from './commands/change.ts';
import { deleteObjects } from './commands/delete.ts';
import { get } from './commands/get.ts';
import { rollout } from './commands/rollout.ts';
import { Failure, failure, isFailure } from './errors.ts';
import { type Invocation, type KubectlHost, Session } from './session.ts';

type Run = (session: Session, words: readonly string[], options: Options) => Process<number | Failure>;

interface Command {
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

const SELECTION = [value('selector', 'l'), toggle('all'), list('filename', 'f'), toggle('recursive', 'R')];
const WRITING = [
  value('field-manager'),
  { name: 'dry-run', takes: 'value', bare: 'unchanged' } as const,
  value('output', 'o'),
];

const COMMANDS: { readonly [name: string]: Command } = {
  apply: { run: apply, flags: [...SELECTION, ...WRITING, value('validate'), toggle('server-side'), toggle('force')] },
  get: {
    run: get,
    flags: [
      ...SELECTION,
      value('output', 'o'),
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
      value('field-selector'),
      value('chunk-size'),
    ],
  },
  delete: {
    run: deleteObjects,
    flags: [
      ...SELECTION,
      value('output', 'o'),
      toggle('ignore-not-found'),
      toggle('force'),
      toggle('wait'),
      toggle('now'),
      value('grace-period'),
      { name: 'cascade', takes: 'value', bare: 'background' },
    ],
  },
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

/**
 * One command of a person, from Enter to the exit code.
 *
 * Models cmd/kubectl/kubectl.go, staging/src/k8s.io/kubectl/pkg/cmd/cmd.go (v1.36)
 */
export function* runKubectl(ctx: Context, host: KubectlHost, invocation: Invocation): Process<number> {
  const session = new Session(ctx, host, invocation);
  yield session.ctx.sleep(draw(host.env.engine.random(`kubectl/${session.id}`), host.env.latencies.kubectlStart));
  session.ctx = session.ctx.step(kubectl.kubeconfig, `kubectl/${session.id}`, {
    context: `${invocation.user ?? host.currentUser}@kubestep`,
    user: invocation.user ?? host.currentUser,
    server: host.server,
  });
  const result = yield* dispatch(session, invocation.argv);
  if (isFailure(result)) session.complain(result.text);
  const code = isFailure(result) ? result.code : result;
  session.exit(code);
  return code;
}

function* dispatch(session: Session, argv: readonly string[]): Process<number | Failure> {
  const words = argv[0] === 'kubectl' ? argv.slice(1) : argv;
  const at = words.findIndex((word) => !word.startsWith('-'));
  const name = words[at];
  if (name === undefined) return failure('a command is needed, such as "kubectl get pods"');
  const command = COMMANDS[name];
  if (command === undefined) return new Failure(`error: unknown command "${name}" for "kubectl"\n`);
  const parsed = parseArgv([...words.slice(0, at), ...words.slice(at + 1)], [...GLOBAL_FLAGS, ...command.flags]);
  if ('message' in parsed) return new Failure(`error: ${parsed.message}\nSee 'kubectl ${name} --help' for usage.\n`);
  const options = new Options(parsed.flags);
  session.namespace = options.text('namespace') ?? 'default';
  return yield* command.run(session, parsed.words, options);
}

function* setCommand(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const [what, ...rest] = words;
  if (what !== 'image') return failure(`unknown command "${what ?? ''}" for "kubectl set"`);
  return yield* setImage(session, rest, options);
}
