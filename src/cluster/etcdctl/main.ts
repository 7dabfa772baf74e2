import type { Context, Process } from '../../engine/index.ts';
import { GivenFlags, parseArgv } from '../kubectl/flags/argv.ts';
import { type Answer, type Call, FLAGS, GLOBAL, type Output } from './command.ts';
import { endpointHashKv, endpointHealth, endpointStatus } from './endpoint-commands.ts';
import { del, get, put, txn, watch } from './kv-commands.ts';
import { leaseGrant, leaseKeepAlive, leaseList, leaseRevoke, leaseTimeToLive } from './lease-commands.ts';
import { lock } from './lock.ts';
import { BAD_FEATURE, type EtcdctlHost, type EtcdctlInvocation, Exit, Terminal } from './terminal.ts';
import { alarm, compaction, defrag, memberList, moveLeader } from './upkeep-commands.ts';

type Run = (call: Call) => Answer;

const VERSION = 'etcdctl version: 3.5.30\nAPI version: 3.5\n';

const COMMANDS: ReadonlyMap<string, Run> = new Map<string, Run>([
  ['get', get],
  ['put', put],
  ['del', del],
  ['txn', txn],
  ['watch', watch],
  ['compaction', compaction],
  ['defrag', defrag],
  ['move-leader', moveLeader],
  ['lease grant', leaseGrant],
  ['lease revoke', leaseRevoke],
  ['lease timetolive', leaseTimeToLive],
  ['lease list', leaseList],
  ['lease keep-alive', leaseKeepAlive],
  ['member list', memberList],
  ['endpoint status', endpointStatus],
  ['endpoint health', endpointHealth],
  ['endpoint hashkv', endpointHashKv],
  ['lock', lock],
  ['alarm list', (call) => alarm(call, false)],
  ['alarm disarm', (call) => alarm(call, true)],
  ['version', print(VERSION)],
]);

const ALIASES: ReadonlyMap<string, string> = new Map([['compact', 'compaction']]);
/** What the real one has and this one lacks. */
const NOT_MODELLED: readonly string[] = [
  'auth',
  'check',
  'downgrade',
  'elect',
  'make-mirror',
  'role',
  'snapshot',
  'user',
  'member add',
  'member promote',
  'member remove',
  'member update',
];
const OUTPUTS: readonly string[] = ['simple', 'json', 'fields', 'table'] satisfies readonly Output[];

/** Those that change nothing, by their first word. */
const LOOKS: readonly string[] = ['get', 'member', 'endpoint', 'version', 'help'];

/** Whether nothing changes by a command, so that its answer is wanted at once. */
export function onlyLooks(argv: readonly string[]): boolean {
  const words = argv.filter((word) => !word.startsWith('-'));
  const [verb] = words[0] === 'etcdctl' ? words.slice(1) : words;
  return verb === undefined || LOOKS.includes(verb) || argv.some((word) => word === '-h' || word === '--help');
}

function print(text: string): Run {
  return function* ({ terminal }) {
    terminal.print(text);
    return 0;
  };
}

/**
 * One command of a person, past the API server.
 *
 * Models etcd etcdctl/ctlv3/ctl.go (v3.5)
 */
export function* runEtcdctl(ctx: Context, host: EtcdctlHost, invocation: EtcdctlInvocation): Process<number> {
  const terminal = new Terminal(ctx, host, invocation);
  yield terminal.ctx.sleep(host.env.latencies.kubectlStart.min >> 2);
  const result = yield* dispatch(terminal, invocation.argv.slice(1));
  if (result instanceof Exit) terminal.complain(`Error: ${result.text}\n`);
  const code = result instanceof Exit ? result.code : result;
  terminal.exit(code);
  return code;
}

function* dispatch(terminal: Terminal, argv: readonly string[]): Process<number | Exit> {
  // A command's name may come after flags; all flags are known together, so that their values are not taken for it.
  const every = [...GLOBAL, ...[...FLAGS.values()].flat()];
  const first = parseArgv(argv, every);
  const [verb, noun] = 'message' in first ? argv.filter((word) => !word.startsWith('-')) : first.words;
  if (verb === undefined || verb === 'help') return yield* print(usage())({ terminal } as Call);
  const name = ALIASES.get(verb) ?? verb;
  const whole = COMMANDS.has(name) ? name : `${name} ${noun ?? ''}`.trim();
  const run = COMMANDS.get(whole);
  if (run === undefined) return unknown(name, whole);
  const parsed = parseArgv(argv, [...GLOBAL, ...(FLAGS.get(whole) ?? [])]);
  if ('message' in parsed) return new Exit(1, parsed.message);
  const options = new GivenFlags(parsed.flags);
  const output = options.text('write-out') ?? 'simple';
  if (!OUTPUTS.includes(output)) return new Exit(BAD_FEATURE, 'unsupported output format');
  const words = parsed.words.slice(whole.split(' ').length);
  return yield* run({ terminal, words, options, output: output as Output });
}

function unknown(name: string, whole: string): Exit {
  if (NOT_MODELLED.includes(name) || NOT_MODELLED.includes(whole))
    return new Exit(1, `"etcdctl ${NOT_MODELLED.includes(whole) ? whole : name}" is not modelled here`);
  const nouns = [...COMMANDS.keys()].filter((known) => known.startsWith(`${name} `));
  if (nouns.length > 0)
    return new Exit(
      1,
      `"etcdctl ${name}" needs one of: ${nouns.map((known) => known.slice(name.length + 1)).join(', ')}`,
    );
  return new Exit(1, `unknown command "${name}" for "etcdctl"`);
}

function usage(): string {
  const names = [...COMMANDS.keys()].sort();
  return `NAME:\n\tetcdctl - A simple command line client for etcd3.\n\nUSAGE:\n\tetcdctl [flags]\n\nVERSION:\n\t3.5.30\n\nAPI VERSION:\n\t3.5\n\n\nCOMMANDS (those that are modelled here):\n${names.map((name) => `\t${name}\n`).join('')}`;
}
