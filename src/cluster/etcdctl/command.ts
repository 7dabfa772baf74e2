import type { Process } from '../../engine/index.ts';
import type { Flag, Options } from '../kubectl/argv.ts';
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

const bool = (name: string, letter?: string): Flag => ({
  name,
  takes: 'nothing',
  ...(letter === undefined ? {} : { letter }),
});
const value = (name: string, letter?: string): Flag => ({
  name,
  takes: 'value',
  ...(letter === undefined ? {} : { letter }),
});
const whole = (name: string): Flag => ({ name, takes: 'value', is: 'whole' });

// Models etcd etcdctl/ctlv3/ctl.go (v3.5)
export const GLOBAL: readonly Flag[] = [
  value('write-out', 'w'),
  { name: 'endpoints', takes: 'list' },
  bool('hex'),
  bool('debug'),
  bool('insecure-transport'),
  bool('insecure-skip-tls-verify'),
  value('cacert'),
  value('cert'),
  value('key'),
  value('user'),
  value('password'),
  { name: 'command-timeout', takes: 'value', is: 'duration' },
  { name: 'dial-timeout', takes: 'value', is: 'duration' },
  { name: 'keepalive-time', takes: 'value', is: 'duration' },
  { name: 'keepalive-timeout', takes: 'value', is: 'duration' },
];

/** The flags of each command beside those of all. */
export const FLAGS: ReadonlyMap<string, readonly Flag[]> = new Map([
  [
    'get',
    [
      bool('prefix'),
      bool('from-key'),
      bool('keys-only'),
      bool('count-only'),
      bool('print-value-only'),
      value('consistency'),
      value('order'),
      value('sort-by'),
      whole('limit'),
      whole('rev'),
    ],
  ],
  ['put', [bool('prev-kv'), bool('ignore-value'), bool('ignore-lease'), value('lease')]],
  ['del', [bool('prefix'), bool('from-key'), bool('prev-kv')]],
  ['txn', [bool('interactive', 'i')]],
  ['watch', [bool('prefix'), bool('prev-kv'), bool('interactive', 'i'), whole('rev')]],
  ['compaction', [bool('physical')]],
  ['lease timetolive', [bool('keys')]],
  ['lease keep-alive', [bool('once')]],
  ['lock', [whole('ttl')]],
  ['endpoint status', [bool('cluster')]],
  ['endpoint health', [bool('cluster')]],
  ['endpoint hashkv', [bool('cluster'), whole('rev')]],
  ['defrag', [bool('cluster')]],
]);
