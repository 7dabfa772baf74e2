// Models the applets of busybox that do their work at once (v1.36)

import { Files } from './files.ts';
import { ALL_PROCESSES, ALL_VARIABLES } from './script.ts';

/** What a small tool writes, with variables as they were written, and how it ends. */
export interface Told {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

type Tool = (args: readonly string[], input: string | undefined, files: Files) => Told;

const says = (stdout: string, exitCode = 0): Told => ({ stdout, stderr: '', exitCode });
const fails = (stderr: string, exitCode = 1): Told => ({ stdout: '', stderr, exitCode });
const quietly: Tool = () => says('');
const lines = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
const text = (all: readonly string[]): string => all.map((line) => `${line}\n`).join('');

const TOOLS: { readonly [name: string]: Tool } = {
  echo: (args) => echo(args),
  printf: ([format = '', ...values]) => says(printf(format, values)),
  true: quietly,
  ':': quietly,
  false: () => says('', 1),
  date: (args) => says(`$(date ${args.join(' ')})\n`),
  env: () => says(ALL_VARIABLES),
  printenv: ([name]) => says(name === undefined ? ALL_VARIABLES : `$${name}\n`),
  hostname: (args) => says(args.includes('-i') ? '$POD_ADDRESS\n' : '$HOSTNAME\n'),
  whoami: () => says('root\n'),
  id: (args) => says(args.includes('-u') ? '0\n' : 'uid=0(root) gid=0(root) groups=0(root)\n'),
  pwd: () => says('/\n'),
  uname: (args) => says(args.includes('-a') ? 'Linux $HOSTNAME 6.1.0 #1 SMP x86_64 GNU/Linux\n' : 'Linux\n'),
  ls: (args, _, files) => list(plain(args), files),
  cat: (args, input, files) => cat(args, input, files),
  tee: (args, input, files) => {
    for (const path of plain(args)) files.write(path, input ?? '', args.includes('-a'));
    return says(input ?? '');
  },
  touch: (args, _, files) => {
    for (const path of plain(args)) files.write(path, '', true);
    return says('');
  },
  mkdir: (args, _, files) => {
    for (const path of plain(args)) files.makeFolder(path);
    return says('');
  },
  rm: (args, _, files) => {
    for (const path of plain(args)) files.remove(path);
    return says('');
  },
  ps: () => says(ALL_PROCESSES),
  head: (args, input) => says(text(lines(input ?? '').slice(0, count(args)))),
  tail: (args, input) => says(text(lines(input ?? '').slice(-count(args)))),
  wc: (args, input) => says(args.includes('-l') ? `${lines(input ?? '').length}\n` : `${(input ?? '').length}\n`),
  sort: (_, input) => says(text(lines(input ?? '').sort())),
  grep: (args, input, files) => grep(args, input, files),
  seq: (args) => seq(args),
  nproc: () => says('4\n'),
  test: (args, _, files) => check(args, files),
  '[': (args, _, files) => check(args, files),
};

/** They change something that is not modelled, and succeed. */
const SILENT: ReadonlySet<string> = new Set([
  'export',
  'set',
  'cd',
  'cp',
  'mv',
  'chmod',
  'chown',
  'ln',
  'trap',
  'sync',
  'kill',
  'umask',
  'unset',
]);

/** Undefined for a tool that is not known. */
export function tell(
  name: string,
  args: readonly string[],
  input: string | undefined,
  files = new Files(),
): Told | undefined {
  if (SILENT.has(name)) return says('');
  return Object.hasOwn(TOOLS, name) ? TOOLS[name]?.(args, input, files) : undefined;
}

const plain = (args: readonly string[]): readonly string[] => args.filter((word) => !word.startsWith('-'));

function echo(args: readonly string[]): Told {
  const flags = /^-[neE]+$/.test(args[0] ?? '') ? (args[0] as string) : '';
  const body = (flags === '' ? args : args.slice(1)).join(' ');
  return says(`${flags.includes('e') ? escapes(body) : body}${flags.includes('n') ? '' : '\n'}`);
}

function escapes(body: string): string {
  return body.replace(/\\([nt\\])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter === 't' ? '\t' : '\\'));
}

function printf(format: string, values: readonly string[]): string {
  let at = 0;
  return escapes(format).replace(/%[sd]|%%/g, (what) => {
    if (what === '%%') return '%';
    at += 1;
    return values[at - 1] ?? (what === '%d' ? '0' : '');
  });
}

function list(paths: readonly string[], files: Files): Told {
  const path = paths[0] ?? '/';
  if (files.read(path) !== undefined) return says(`${path}\n`);
  return files.isFolder(path) ? says(text(files.list(path))) : fails(`ls: ${path}: No such file or directory\n`);
}

function cat(args: readonly string[], input: string | undefined, files: Files): Told {
  const paths = plain(args);
  if (paths.length === 0) return says(input ?? '');
  let stdout = '';
  let stderr = '';
  for (const path of paths) {
    const content = files.read(path);
    if (content === undefined) stderr += `cat: can't open '${path}': No such file or directory\n`;
    else stdout += content;
  }
  return { stdout, stderr, exitCode: stderr === '' ? 0 : 1 };
}

function count(args: readonly string[]): number {
  const at = args.indexOf('-n');
  const given = at < 0 ? args.find((word) => /^-\d+$/.test(word))?.slice(1) : args[at + 1];
  return Number(given ?? 10);
}

function grep(args: readonly string[], input: string | undefined, files: Files): Told {
  const [pattern = '', path] = plain(args);
  const inverted = args.some((word) => /^-\w*v/.test(word));
  const found = lines((path === undefined ? input : files.read(path)) ?? '').filter(
    (line) => line.includes(pattern) !== inverted,
  );
  return says(text(found), found.length === 0 ? 1 : 0);
}

function seq(args: readonly string[]): Told {
  const [first, last] = args.length > 1 ? [Number(args[0]), Number(args.at(-1))] : [1, Number(args[0] ?? 0)];
  return says(text(Array.from({ length: Math.min(1000, Math.max(0, last - first + 1)) }, (_, at) => `${first + at}`)));
}

/** `[ a = b ]`, `[ -n x ]`, `[ -f FILE ]`, `[ -d FOLDER ]`; anything else is true. */
function check(args: readonly string[], files: Files): Told {
  const words = args.at(-1) === ']' ? args.slice(0, -1) : args;
  const [left = '', operator, right] = words;
  if (operator === '=' || operator === '==') return says('', left === right ? 0 : 1);
  if (operator === '!=') return says('', left === right ? 1 : 0);
  if (left === '-n') return says('', operator === undefined || operator === '' ? 1 : 0);
  if (left === '-z') return says('', operator === undefined || operator === '' ? 0 : 1);
  const isFolder = files.isFolder(operator ?? '');
  const isFile = files.read(operator ?? '') !== undefined;
  if (left === '-d') return says('', isFolder ? 0 : 1);
  if (left === '-f' || left === '-s') return says('', isFile ? 0 : 1);
  if (left === '-e') return says('', isFile || isFolder ? 0 : 1);
  return says('');
}
