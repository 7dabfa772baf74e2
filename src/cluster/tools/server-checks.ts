// Models the programs that say whether the server of their own image answers (v1.36)

import type { Around } from './around.ts';
import { absolute } from './files/files.ts';
import type { Told } from './told.ts';

/** `serves`: whether the server of the container takes connections by now. */
type Check = (args: readonly string[], serves: boolean, version: string) => Told | undefined;

const says = (stdout: string, exitCode = 0): Told => ({ stdout, stderr: '', exitCode });
const fails = (stderr: string, exitCode = 1): Told => ({ stdout: '', stderr, exitCode });

const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  [
    'pg_isready',
    (args, serves) => {
      const host = after(args, '-h') ?? '/var/run/postgresql';
      const where = `${host}:${after(args, '-p') ?? '5432'}`;
      return serves ? says(`${where} - accepting connections\n`) : says(`${where} - no response\n`, 2);
    },
  ],
  [
    'redis-cli',
    (args, serves) => {
      if (args.at(-1)?.toLowerCase() !== 'ping') return undefined;
      return serves ? says('PONG\n') : fails('Could not connect to Redis at 127.0.0.1:6379: Connection refused\n');
    },
  ],
  [
    'mysqladmin',
    (args, serves) => {
      if (!args.includes('ping')) return undefined;
      const error = `mysqladmin: connect to server at 'localhost' failed\nerror: 'Can't connect to local MySQL server through socket '/var/run/mysqld/mysqld.sock' (2)'\nCheck that mysqld is running and that the socket: '/var/run/mysqld/mysqld.sock' exists!\n`;
      return serves ? says('mysqld is alive\n') : fails(error);
    },
  ],
  ['nginx', (args, _, version) => nginx(args, version)],
]);

/** What such a program says; undefined for any other program, and for what else these do. */
export function checkServer(
  name: string,
  args: readonly string[],
  serves: boolean,
  { version }: Around,
): Told | undefined {
  return CHECKS.get(name)?.(args, serves, version);
}

function nginx(args: readonly string[], version: string): Told | undefined {
  const file = absolute(after(args, '-c') ?? '/etc/nginx/nginx.conf');
  const tested = `nginx: the configuration file ${file} syntax is ok\nnginx: configuration file ${file} test is successful\n`;
  if (args.includes('-t')) return fails(tested, 0);
  if (args.includes('-v') || args.includes('-V')) return fails(`nginx version: nginx/${version}\n`, 0);
  // The master process answers a signal by itself; who sent it does not wait.
  return args.includes('-s') ? says('') : undefined;
}

function after(args: readonly string[], flag: string): string | undefined {
  const at = args.indexOf(flag);
  return at < 0 ? undefined : args[at + 1];
}
