import type { Context, Process } from '../../engine/index.ts';
import { kubectl } from '../../steps/kubectl.ts';
import { draw } from '../ports/latency.ts';
import { GLOBAL_FLAGS, Options, parseArgv } from './argv.ts';
import { COMMANDS } from './command-table.ts';
import { Failure, failure, isFailure } from './errors.ts';
import { type Invocation, type KubectlHost, Session } from './session.ts';

/**
 * One command of a person, from Enter to the exit code.
 *
 * Models cmd/kubectl/kubectl.go, staging/src/k8s.io/kubectl/pkg/cmd/cmd.go (v1.36)
 */
export function* runKubectl(ctx: Context, host: KubectlHost, invocation: Invocation): Process<number> {
  const session = new Session(ctx, host, invocation);
  yield session.ctx.sleep(draw(host.env.engine.random(`kubectl/${session.id}`), host.env.latencies.kubectlStart));
  const result = yield* dispatch(session, invocation.argv);
  if (session.refused) session.complain(connectionRefused(host.server));
  else if (isFailure(result)) session.complain(result.text);
  const code = session.refused ? 1 : isFailure(result) ? result.code : session.interrupted ? 1 : result;
  session.exit(code);
  return code;
}

function connectionRefused(server: string): string {
  const address = server.replace(/^https?:\/\//, '');
  return `The connection to the server ${address} was refused - did you specify the right host or port?\n`;
}

function* dispatch(session: Session, argv: readonly string[]): Process<number | Failure> {
  const words = argv[0] === 'kubectl' ? argv.slice(1) : argv;
  const at = commandAt(words);
  const name = words[at];
  if (name === undefined) return usage(session);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) return new Failure(`error: unknown command "${name}" for "kubectl"\n`);
  if (typeof command === 'string') return new Failure(`error: ${command}\n`);
  const parsed = parseArgv([...words.slice(0, at), ...words.slice(at + 1)], [...command.flags, ...GLOBAL_FLAGS]);
  if ('message' in parsed) return new Failure(`error: ${parsed.message}\nSee 'kubectl ${name} --help' for usage.\n`);
  const options = new Options(parsed.flags, parsed.dash);
  // `create rolebinding --user` names a subject, and hides the user of the kubeconfig.
  const named = parsed.words[0]?.endsWith('binding') === true;
  const refused = loadConfig(session, options, named);
  if (refused !== undefined) return refused;
  return yield* command.run(session, parsed.words, options);
}

/** Where the command's name stands: flags may come before it, each with its value. */
function commandAt(words: readonly string[]): number {
  let at = 0;
  while (words[at]?.startsWith('-') === true) {
    const word = words[at] as string;
    const long = word.startsWith('--');
    const flag = GLOBAL_FLAGS.find(({ name, letter }) => word === (long ? `--${name}` : `-${letter}`));
    at += flag !== undefined && flag.takes !== 'nothing' ? 2 : 1;
  }
  return at;
}

/** Models staging/src/k8s.io/client-go/tools/clientcmd/client_config.go (v1.36) for a kubeconfig with one cluster and one context a user. */
function loadConfig(session: Session, options: Options, userIsSubject: boolean): Failure | undefined {
  const { host } = session;
  const context = options.text('context');
  const user = (userIsSubject ? undefined : options.text('user')) ?? context?.split('@')[0];
  if (user !== undefined && !Object.hasOwn(host.users, user)) {
    return new Failure(
      context === undefined
        ? `error: auth info "${user}" does not exist\n`
        : `Error in configuration: context was not found for specified context: ${context}\n`,
    );
  }
  const cluster = options.text('cluster');
  if (cluster !== undefined && cluster !== 'kubestep') return failure(`no server found for cluster "${cluster}"`);
  const file = options.text('kubeconfig');
  if (file !== undefined && file !== '' && session.invocation.files[file] === undefined)
    return failure(`stat ${file}: no such file or directory`);
  const patience = options.text('request-timeout');
  if (patience !== undefined && !/^\d+(?:ms|s|m|h)?$/.test(patience)) {
    return failure(
      'Invalid timeout value. Timeout must be a single integer in seconds, or an integer followed by a corresponding time unit (e.g. 1s | 2m | 3h)',
    );
  }
  const token = options.text('token');
  const as = options.text('as');
  session.identity = {
    groups: options.list('as-group'),
    ...(user === undefined ? {} : { user }),
    ...(token === undefined ? {} : { token }),
    ...(as === undefined ? {} : { as }),
  };
  session.namespace = options.text('namespace') ?? 'default';
  session.ctx = session.ctx.step(kubectl.kubeconfig, `kubectl/${session.id}`, {
    context: `${session.userName}@kubestep`,
    user: session.userName,
    server: host.server,
  });
  return undefined;
}

function usage(session: Session): number {
  const names = Object.keys(COMMANDS).filter((name) => typeof COMMANDS[name] !== 'string');
  session.print(
    `kubectl controls the Kubernetes cluster manager.\n\nCommands that are modelled here:\n${names
      .sort()
      .map((name) => `  ${name}\n`)
      .join('')}`,
  );
  return 0;
}
