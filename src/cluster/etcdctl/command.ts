import type { Process } from '../../engine/index.ts';
import { type Flag, type FlagsOf, type GivenFlags, readFlags } from '../kubectl/flags/argv.ts';
import type { Exit, Terminal } from './terminal.ts';

export type Output = 'simple' | 'json' | 'fields' | 'table';

/** A command as it was typed. */
export interface Call {
  readonly terminal: Terminal;
  readonly words: readonly string[];
  readonly options: Options;
  readonly output: Output;
}

/** With which code a command ends, or why it is given up. */
export type Answer = Process<number | Exit>;

// Models etcd etcdctl/ctlv3/ctl.go (v3.5)
const GLOBAL_SPEC =
  'w/write-out endpoints:l hex:b debug:b insecure-transport:b insecure-skip-tls-verify:b cacert cert key user password command-timeout:d dial-timeout:d keepalive-time:d keepalive-timeout:d';

/** The flags of each command beside those of all, as kubectl's are written down. */
const SPECS = {
  get: 'prefix:b from-key:b keys-only:b count-only:b print-value-only:b consistency order sort-by limit:i rev:i',
  put: 'prev-kv:b ignore-value:b ignore-lease:b lease',
  del: 'prefix:b from-key:b prev-kv:b',
  txn: 'i/interactive:b',
  watch: 'prefix:b prev-kv:b i/interactive:b rev:i',
  compaction: 'physical:b',
  'lease timetolive': 'keys:b',
  'lease keep-alive': 'once:b',
  lock: 'ttl:i',
  'endpoint status': 'cluster:b',
  'endpoint health': 'cluster:b',
  'endpoint hashkv': 'cluster:b rev:i',
  defrag: 'cluster:b',
} as const;

export type Options = GivenFlags<FlagsOf<(typeof SPECS)[keyof typeof SPECS] | typeof GLOBAL_SPEC>>;

export const GLOBAL: readonly Flag[] = readFlags(GLOBAL_SPEC);
export const FLAGS: ReadonlyMap<string, readonly Flag[]> = new Map(
  Object.entries(SPECS).map(([command, spec]) => [command, readFlags(spec)]),
);
