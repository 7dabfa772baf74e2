import type { Context, Process } from '../../engine/index.ts';
import { draw } from '../ports/latency.ts';
import { apply } from './commands/apply/apply.ts';
import { applyFlags } from './commands/apply/flags.ts';
import { runCommand } from './dispatch.ts';
import { GivenFlags, GLOBAL_FLAGS, parseArgv, readFlags } from './flags/argv.ts';
import { type Failure, isFailure } from './session/errors.ts';
import { KILLED } from './session/interrupt.ts';
import { actAs, type Invocation, KUBECONFIG, type KubectlHost, Session } from './session/session.ts';

/**
 * One command of a person, from Enter to the exit code.
 *
 * Models cmd/kubectl/kubectl.go, staging/src/k8s.io/kubectl/pkg/cmd/cmd.go (v1.36)
 */
export function* runKubectl(ctx: Context, host: KubectlHost, invocation: Invocation): Process<number> {
  const session = new Session(ctx, host, invocation);
  if (session.interrupted) return KILLED;
  yield session.ctx.sleep(draw(host.env.engine.random(`kubectl/${session.id}`), host.env.latencies.kubectlStart));
  if (session.interrupted) return KILLED;
  const result = yield* dispatch(session, invocation.argv);
  if (session.refused) session.complain(unconnected(session.identity.server ?? host.server, session.lostBy));
  else if (isFailure(result)) session.complain((session.undiscovered ?? result).text);
  const code = session.refused ? 1 : isFailure(result) ? result.code : session.interrupted ? 1 : result;
  session.exit(code);
  return code;
}

const REFUSED = 'connection refused';

// Models staging/src/k8s.io/kubectl/pkg/cmd/util/helpers.go, StandardErrorMessage (v1.36)
function unconnected(server: string, why = REFUSED): string {
  if (!why.endsWith(REFUSED)) return `Unable to connect to the server: ${why}\n`;
  const address = server.replace(/^https?:\/\//, '');
  return `The connection to the server ${address} was refused - did you specify the right host or port?\n`;
}

const PLAIN: readonly string[] = ['filename', 'namespace'];

/** `apply -f`, which a first story runs, is understood by what is there from the start. */
function* dispatch(session: Session, argv: readonly string[]): Process<number | Failure> {
  const words = argv[0] === 'kubectl' ? argv.slice(1) : argv;
  const parsed =
    words[0] === 'apply' ? parseArgv(words.slice(1), [...readFlags(applyFlags().apply), ...GLOBAL_FLAGS]) : undefined;
  const isPlain =
    parsed !== undefined &&
    !('message' in parsed) &&
    parsed.words.length === 0 &&
    [...parsed.flags.keys()].every((flag) => PLAIN.includes(flag)) &&
    session.invocation.kubeconfig === undefined &&
    session.cached(KUBECONFIG) === undefined;
  if (!isPlain) return yield* runCommand(session, words);
  const options = new GivenFlags(parsed.flags, parsed.dash);
  actAs(session, options.text('namespace'), { groups: [] });
  return yield* apply(session, [], options);
}
