// Models test/images/agnhost (v1.36), as far as its subcommands look at their container and end

import { type Around, dateText } from './around.ts';
import type { Files } from './files/files.ts';
import { permissions } from './files/permissions.ts';
import { says, type Told } from './told.ts';

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
  const given = flagsOf(words.slice(2));
  const isKept = given.get('break_on_expected_content') === 'false';
  const once = `/agnhost mounttest ${looped}${isKept ? ' --break_on_expected_content=false' : ''}`;
  const until = `end=$(($(date +%s) + ${given.get('retry_time') ?? '180'}))`;
  const each = `${once}; r=$?; [ $r = ${EXPECTED} ] && exit 0; sleep 2`;
  return ['sh', '-c', `${until}; while [ $(date +%s) -lt $end ]; do ${each}; done; exit $r`];
}

const LOOP = '--file_content_in_loop=';
/** How the loop learns that there is nothing left to wait for. */
const EXPECTED = 2;

export function isTester(words: readonly string[]): boolean {
  return words[0] === 'sh' || TESTERS.has(words[1] ?? '');
}

const TESTERS: ReadonlySet<string> = new Set([
  'connect',
  'dns-server-list',
  'dns-suffix',
  'entrypoint-tester',
  'etc-hosts',
  'mounttest',
]);

/** What netexec says when it has begun. */
export function startLines(
  [, subcommand = '', ...args]: readonly string[],
  port = 8080,
): readonly { readonly at: number; readonly stream: 'stderr'; text(around: Around): string }[] {
  if (subcommand !== 'netexec') return [];
  const udp = flagsOf(args).get('udp-port') ?? '8081';
  return [`Started HTTP server on port ${port}`, `Started UDP server on port  ${udp}`].map((line) => ({
    at: 0,
    stream: 'stderr',
    text: ({ now }) => klogLine(line, now),
  }));
}

/** It writes by way of klog, which takes a line of its own for the caller. */
export function klogLine(line: string, now: number, source = 'log.go:195] '): string {
  return `I${dateText(now, '+%m%d %T.%6N')}       1 ${source}${line}\n`;
}

/** The port that a subcommand listens at. */
export function agnhostPort([, subcommand = '', ...args]: readonly string[]): number | undefined {
  const flags = flagsOf(args);
  // What asks for its health speaks gRPC, at a port beside that of its pages.
  const asked = (subcommand === 'grpc-health-checking' ? undefined : flags.get('http-port')) ?? flags.get('port');
  return asked === undefined ? PORTS.get(subcommand) : Number(asked);
}

const PORTS: ReadonlyMap<string, number> = new Map([
  ['crd-conversion-webhook', 443],
  ['grpc-health-checking', 5000],
  ['guestbook', 80],
  ['serve-hostname', 9376],
  ['test-webserver', 80],
  ['webhook', 443],
]);

export function flagsOf(args: readonly string[]): ReadonlyMap<string, string> {
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
  let failed = false;
  const quoted = (path: string): string => `"${path}"`;
  // It says all on the same stream, in other words while it tries again.
  let isExpected = false;
  const show = (path: string, complaint = `error reading file content for ${quoted(path)}`, more = ''): void => {
    const text = files.read(path);
    failed ||= text === undefined;
    if (text === undefined) stdout += `${complaint}: open ${path}: no such file or directory${more}\n`;
    else stdout += `content of file ${quoted(path)}: ${text}\n`;
  };
  const on = (flag: string, act: (path: string) => void): void => {
    for (const path of (flags.get(flag) ?? '').split(',')) if (path !== '') act(path);
  };
  on('fs_type', (path) => {
    const source = files.mountedAt().findLast(({ at }) => path === at || path.startsWith(`${at}/`))?.source;
    stdout += `mount type of ${quoted(path)}: ${source === TMPFS ? TMPFS : EXT4}\n`;
  });
  for (const mode of ['0644', '0660', '0666', '0777']) {
    on(`new_file_${mode}`, (path) => {
      files.write(path, NEW_FILE, false);
      files.setMode(path, Number.parseInt(mode, 8));
      show(path);
    });
  }
  on('file_mode', (path) => {
    stdout += `mode of file ${quoted(path)}: ${goMode(files.modeOf(path), files.isFolder(path))}\n`;
  });
  on('file_perm', (path) => {
    stdout += `perms of file ${quoted(path)}: -${permissions(files.modeOf(path))}\n`;
  });
  on('file_owner', (path) => {
    const { uid, gid } = files.ownerOf(path);
    stdout += `owner UID of ${quoted(path)}: ${uid}\nowner GID of ${quoted(path)}: ${gid}\n`;
  });
  on('file_content', (path) => show(path));
  on('file_content_in_loop', (path) => {
    show(path, `Error reading file ${path}`, ', retrying');
    if (failed || flags.get('break_on_expected_content') === 'false') return;
    isExpected = files.read(path) === NEW_FILE;
    if (!isExpected) stdout += `Unexpected content. Expected: ${NEW_FILE}. Retrying`;
  });
  return { stdout, stderr: '', exitCode: isExpected ? EXPECTED : failed ? 1 : 0 };
}

/** As Go writes a mode: what is special comes first. */
function goMode(mode: number, isFolder: boolean): string {
  const special = `${isFolder ? 'd' : ''}${mode & 0o2000 ? 'g' : ''}${mode & 0o1000 ? 't' : ''}`;
  return `${special === '' ? '-' : special}${permissions(mode)}`;
}
