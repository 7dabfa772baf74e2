// Models test/images/agnhost (v1.36), as far as its subcommands look at their container and end

import type { Files } from './files.ts';
import type { Output } from './program.ts';
import type { Told } from './told.ts';

const TMPFS = 'tmpfs';
/** The kind of file system of a disk, as statfs has it. */
const EXT4 = '61267';
const NEW_FILE = 'mount-tester new file\n';

/** The image has its program by two names, so that a test can tell which one was started. */
export function isAgnhost(word = ''): boolean {
  return /^(?:.*\/)?agnhost(?:-2)?$/.test(word);
}

/** Undefined for a subcommand that serves, or is not known. */
export function agnhost([subcommand = '', ...args]: readonly string[], files: Files, name: string): Told | undefined {
  switch (subcommand) {
    case 'entrypoint-tester':
      return says(`[${[`/${name}`, subcommand, ...args].join(' ')}]\n`);
    case 'mounttest':
      return mountTest(flagsOf(args), files);
    case 'etc-hosts':
      return says(files.read('/etc/hosts') ?? '');
    case 'dns-suffix':
      return says(`${listOf(files, 'search').join(',')}\n`);
    case 'dns-server-list':
      return says(`${listOf(files, 'nameserver').join(',')}\n`);
    default:
      return undefined;
  }
}

/** A subcommand that looks again and again is a loop around one that looks once. */
export function agnhostWords(words: readonly string[]): readonly string[] {
  const looped = words.find((word) => word.startsWith(LOOP));
  if (words[1] !== 'mounttest' || looped === undefined) return words;
  const once = `/agnhost mounttest --file_content=${looped.slice(LOOP.length)}`;
  return ['sh', '-c', `while [ "$(cat /dev/null)" = "" ]; do ${once}; sleep 2; done`];
}

const LOOP = '--file_content_in_loop=';

export function isTester(words: readonly string[]): boolean {
  return words[0] === 'sh' || TESTERS.has(words[1] ?? '');
}

const TESTERS: ReadonlySet<string> = new Set([
  'dns-server-list',
  'dns-suffix',
  'entrypoint-tester',
  'etc-hosts',
  'mounttest',
]);

/** What netexec says when it has begun. */
export function startLines([, subcommand = '', ...args]: readonly string[], port = 8080): readonly Output[] {
  if (subcommand !== 'netexec') return [];
  const udp = flagsOf(args).get('udp-port') ?? '8081';
  return [`Started HTTP server on port ${port}`, `Started UDP server on port  ${udp}`].map((line) => ({
    at: 0,
    stream: 'stderr',
    text: klogLine(line),
  }));
}

/** It writes by way of klog, which takes a line of its own for the caller. */
export function klogLine(line: string): string {
  return `I$(date +%m%d) $(date +%T).$(date +%6N)       1 log.go:195] ${line}\n`;
}

/** The port that a subcommand listens at. */
export function agnhostPort([, subcommand = '', ...args]: readonly string[]): number | undefined {
  const flags = flagsOf(args);
  const asked = flags.get('http-port') ?? flags.get('port');
  return asked === undefined ? PORTS.get(subcommand) : Number(asked);
}

const PORTS: ReadonlyMap<string, number> = new Map([
  ['serve-hostname', 9376],
  ['test-webserver', 80],
]);

const says = (stdout: string, stderr = ''): Told => ({ stdout, stderr, exitCode: stderr === '' ? 0 : 1 });

function flagsOf(args: readonly string[]): ReadonlyMap<string, string> {
  const flags = new Map<string, string>();
  args.forEach((word, at) => {
    const found = /^--?([\w-]+)(?:=(.*))?$/.exec(word);
    if (found !== null) flags.set(found[1] as string, found[2] ?? args[at + 1] ?? '');
  });
  return flags;
}

function listOf(files: Files, what: string): readonly string[] {
  const lines = (files.read('/etc/resolv.conf') ?? '').split('\n').filter((line) => line.startsWith(`${what} `));
  return lines.flatMap((line) => line.split(' ').slice(1));
}

function mountTest(flags: ReadonlyMap<string, string>, files: Files): Told {
  let stdout = '';
  let stderr = '';
  const quoted = (path: string): string => `"${path}"`;
  const show = (path: string): void => {
    const text = files.read(path);
    if (text === undefined)
      stderr += `error reading file content for ${quoted(path)}: open ${path}: no such file or directory\n`;
    else stdout += `content of file ${quoted(path)}: ${text}\n`;
  };
  const on = (flag: string, act: (path: string) => void): void => {
    for (const path of (flags.get(flag) ?? '').split(',')) if (path !== '') act(path);
  };
  on('fs_type', (path) => {
    const source = files.mountedAt().findLast(({ at }) => path === at || path.startsWith(`${at}/`))?.source;
    stdout += `mount type of ${quoted(path)}: ${source === TMPFS ? TMPFS : EXT4}\n`;
  });
  for (const mode of ['0644', '0666', '0777']) {
    on(`new_file_${mode}`, (path) => {
      files.write(path, NEW_FILE, false);
      files.setMode(path, Number.parseInt(mode, 8));
      show(path);
    });
  }
  on('file_mode', (path) => {
    stdout += `mode of file ${quoted(path)}: ${files.isFolder(path) ? 'd' : '-'}${permissions(files.modeOf(path))}\n`;
  });
  on('file_perm', (path) => {
    stdout += `perms of file ${quoted(path)}: -${permissions(files.modeOf(path))}\n`;
  });
  on('file_owner', (path) => {
    stdout += `owner UID of ${quoted(path)}: 0\nowner GID of ${quoted(path)}: 0\n`;
  });
  on('file_content', show);
  return says(stdout, stderr);
}

/** `rwxr-xr-x` */
export function permissions(mode: number): string {
  return [6, 3, 0]
    .map((shift) => (mode >> shift) & 7)
    .map((bits) => `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${bits & 1 ? 'x' : '-'}`)
    .join('');
}
