// Models what a single command of a container does, and which of them a container begins with (v1.36)

import type { ContainerConfig } from '../ports/cri.ts';
import { agnhostPort, agnhostWords, flagsOf, isAgnhost, isTester, startLines } from './agnhost.ts';
import { logsGenerator } from './agnhost-logs.ts';
import { type ImageBehaviour, UNKNOWN_PROGRAM } from './catalog.ts';
import { Files } from './files.ts';
import { hogOf } from './hogs.ts';
import { isInstalled, isKnownToShell, notInstalled, pathOf } from './installed.ts';
import { oneLinerSays } from './one-liners.ts';
import type { Output, Program, Use } from './program.ts';
import { PLAIN_DOLLAR, parseScript, type ScriptCommand } from './script.ts';
import { checkServer } from './server-checks.ts';
import { readsLines } from './text-tools.ts';
import type { Told } from './told.ts';
import { tell } from './tools.ts';

const SECOND = 1_000_000;
const FOREVER = undefined;
const NOTHING: readonly Output[] = [];
const NO_USES: readonly Use[] = [];
/** More memory than any machine has. */
const EVERYTHING: readonly Use[] = [{ at: SECOND / 2, memory: 1e15 }];
const UNKNOWN_IMAGE = { program: UNKNOWN_PROGRAM };

/** What came of a command or a script. */
export interface Outcome {
  /** Undefined: never comes back. */
  readonly micros: number | undefined;
  readonly exitCode: number;
  /** The shell ends here. */
  readonly exits: boolean;
  readonly unknown: boolean;
  readonly serves: number | undefined;
  readonly output: readonly Output[];
  readonly uses: readonly Use[];
  /** What it writes is only the beginning of so many bytes, perhaps without an end. */
  readonly floods?: number;
}

/** Where a command runs, and what is made of a program there that is not modelled. */
export interface Inside {
  readonly image: ImageBehaviour | undefined;
  readonly unknown: 'runs' | 'is missing' | 'succeeds';
  /** Whether the server of the container takes connections by now. */
  readonly serves?: boolean;
}

export function ends(micros: number | undefined, exitCode: number, more: Partial<Outcome> = {}): Outcome {
  const plain = { exits: false, unknown: false, serves: undefined, output: NOTHING, uses: NO_USES };
  return { micros, exitCode, ...plain, ...more };
}

/** What the words of a container's command come to: all but what is known beforehand is followed while it runs. */
export function programOfWords(
  image: ImageBehaviour | undefined,
  command: readonly string[],
  args: readonly string[],
  stdin: boolean,
): Program {
  const own = image?.program ?? UNKNOWN_PROGRAM;
  if (!stdin && firstWord(image, command, args) === undefined) return own;
  const words = wordsOf(image, command, args);
  if (image?.starts === 'agnhost' && isAgnhost(words[0]) && !isTester(words)) {
    if (words[1] === undefined || words[1] === 'pause') return own;
    if (words[1] === 'logs-generator') return { ...own, ...logsGenerator(flagsOf(words.slice(2))) };
    const servesPort = agnhostPort(words) ?? 8080;
    return { ...own, servesPort, output: startLines(words, servesPort) };
  }
  if (stdin && (readsCommands(image, words) || readsInput(words))) {
    return { ...own, runMicros: undefined, onTerm: undefined };
  }
  if (words.length === 0) return own;
  // Arguments alone go to the image's entrypoint; official images run them as a command when the first is not a flag.
  if (command.length === 0 && (words[0] as string).startsWith('-')) return own;
  if (isServer(image, words)) return own;
  const plain = { ...own, runMicros: undefined, exitCode: 0, onTerm: undefined, servesPort: undefined };
  const silent = { ...plain, readyAfterMicros: 0, output: NOTHING };
  const waits = waitingMicros(words);
  if (waits !== undefined) return { ...silent, note: undefined, runMicros: waits.micros };
  return { ...silent, note: isModelled(image, words) ? 'live' : 'unknown' };
}

/** Whether anything is known of a program but that it runs; a script that somebody has put there is read. */
function isModelled(image: ImageBehaviour | undefined, words: readonly string[]): boolean {
  const [first = ''] = words;
  if (isShell(first) || !isInstalled(image, first) || OF_RUNS.has(baseOf(first))) return true;
  return !runCommand(words, { image, unknown: 'runs' }).unknown;
}

/** What is done by who follows a command: it asks the network, takes its time, or runs another. */
const OF_RUNS: ReadonlySet<string> = new Set(
  'agnhost agnhost-2 curl dd dig getent ip kill killall mktemp nc nohup nslookup pkill shuf sysctl time timeout wget xargs yes'.split(
    ' ',
  ),
);

/** How long a command lasts that only waits: nothing has to follow it. Undefined for any other. */
function waitingMicros([first = '', ...args]: readonly string[]): { readonly micros: number | undefined } | undefined {
  const name = baseOf(first);
  if (name === 'sleep' && args.every((word) => DURATION.test(word))) return { micros: sleepMicros(args) };
  const isEndless = name === 'pause' || (name === 'tail' && /^-[fF] \/dev\/null$/.test(args.join(' ')));
  return isEndless ? { micros: FOREVER } : undefined;
}

/** The program that is started by name; undefined when it is the image's own, with or without arguments. */
export function firstWord(
  image: ImageBehaviour | undefined,
  command: readonly string[],
  args: readonly string[],
): string | undefined {
  if (command.length > 0 || image?.starts !== undefined) return wordsOf(image, command, args)[0];
  // Official images take arguments for a command, unless it is a flag.
  const [first] = args;
  return image?.entrypoint === true || image?.shell === false || first?.startsWith('-') === true ? undefined : first;
}

/** Why a container cannot be started with a command, in the words of containerd. */
export function startRefusal(
  image: ImageBehaviour | undefined,
  command: readonly string[],
  args: readonly string[],
  mounts: ContainerConfig['mounts'],
): string | undefined {
  const files = new Files(undefined, mounts === undefined ? {} : { mounts });
  const word = firstWord(image, command, args);
  const why = word === undefined ? undefined : notStartable(image, word, files);
  if (why === undefined) return undefined;
  return `failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: ${why}`;
}

/** In the words of runc; undefined: the program is installed, or somebody has put it there. */
export function notStartable(image: ImageBehaviour | undefined, word: string, files: Files): string | undefined {
  if (isInstalled(image, word)) return undefined;
  if (!word.includes('/') || files.read(word) === undefined) return notInstalled(word);
  return (files.modeOf(word) & 0o111) === 0 ? `exec: "${word}": permission denied: unknown` : undefined;
}

/** What is started: of an image with an entrypoint of its own, that before the arguments. */
export function wordsOf(
  image: ImageBehaviour | undefined,
  command: readonly string[],
  args: readonly string[],
): readonly string[] {
  const { starts } = image ?? {};
  const isGiven = command.length > 0 || starts === undefined || args.length === 0;
  const words = isGiven || isInstalled(image, args[0] as string) ? [...command, ...args] : [starts, ...args];
  return starts === 'agnhost' && isAgnhost(words[0]) ? agnhostWords(words) : words;
}

/** Programs that serve until they are told to stop, where their image is there for that. */
const SERVERS = new Set(
  'nginx nginx-debug httpd httpd-foreground apache2-foreground caddy haproxy envoy traefik redis-server valkey-server memcached mysqld mariadbd postgres mongod etcd cassandra rabbitmq-server nats-server consul vault minio registry influxd fluentd prometheus start-zookeeper zkServer.sh kafka-server-start.sh catalina.sh docker-entrypoint.sh run.sh'.split(
    ' ',
  ),
);
/** What only asks such a program about itself, or prepares. */
const ASIDE = /^(?:-[vVth]|--version|--help|--initialize\S*)$/;

function isServer(image: ImageBehaviour | undefined, [first = '', ...args]: readonly string[]): boolean {
  if (image?.program.servesPort === undefined || args.some((word) => ASIDE.test(word))) return false;
  return SERVERS.has(baseOf(first));
}

const SHELLS = new Set(['sh', 'bash', 'ash', 'dash']);

export function isShell(word: string | undefined): boolean {
  return SHELLS.has(baseOf(word ?? ''));
}

/** `sh -c SCRIPT` */
export function scriptOf(words: readonly string[]): string | undefined {
  if (!isShell(words[0])) return undefined;
  const at = words.findIndex((word) => /^-\w*c$/.test(word));
  return at < 0 ? undefined : words[at + 1];
}

/** How many plain words a tool may have that still reads its standard input. */
const READERS: ReadonlyMap<string, number> = new Map([
  ['cat', 0],
  ['tee', Number.POSITIVE_INFINITY],
  ['wc', 0],
]);

/** Whether a command, or the first one of a script that does more than speak, waits for its standard input. */
export function readsInput(words: readonly string[]): boolean {
  const script = scriptOf(words);
  if (script !== undefined && READS_LINES.test(script)) return true;
  const commands = script === undefined ? [{ words, after: ';', from: undefined }] : parseScript(script);
  const first = commands.find(({ words: [name = ''] }) => !SPEAKS.has(name));
  return first !== undefined && first.after !== '|' && first.from === undefined && isReader(first.words);
}

const READS_LINES = /^\s*(?:(?:echo|printf)\s[^;|&\n]*[;&\n]+\s*)*(?:while\s+(?:\w*=\S*\s+)?)?read\b/;
/** What a script may say before it reads. */
const SPEAKS: ReadonlySet<string> = new Set(['echo', 'printf']);

function isReader([name = '', ...args]: readonly string[]): boolean {
  const ofLines = readsLines(baseOf(name), args);
  if (ofLines !== undefined) return ofLines;
  const most = READERS.get(baseOf(name));
  return most !== undefined && args.filter((word) => !/^(?:-|\d+$)/.test(word)).length <= most;
}

/** A shell whose input stays open waits for commands. */
export function readsCommands(image: ImageBehaviour | undefined, words: readonly string[]): boolean {
  if (words.length === 0) return image !== undefined && SHELL_IMAGES.has(image.repository);
  return isTalking(words);
}

/** A shell that was given nothing to run. */
export function isTalking(words: readonly string[]): boolean {
  return isShell(words[0]) && scriptOf(words) === undefined && words.slice(1).every((word) => /^[-+]/.test(word));
}

const SHELL_IMAGES = new Set(['busybox', 'alpine', 'ubuntu', 'debian']);

/** The last part of a path. */
export function baseOf(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

/** A command with its arguments, to its end: what it says, and when. */
export function runCommand(
  words: readonly string[],
  inside: Inside,
  files: Files = new Files(),
  input?: string,
): Outcome {
  // A variable for one command alone: what it says was put in before.
  const begin = words.findIndex((word) => !/^\w+=/.test(word));
  if (begin > 0) return runCommand(words.slice(begin), inside, files, input);
  const name = baseOf(words[0] ?? '');
  if (LOOKS_UP.has(name)) return lookedUp(name, words.slice(1), inside.image);
  const isAssignment = /^\w+=/.test(words[0] ?? '');
  const isPlain = !isAssignment && !name.startsWith('$');
  if (isPlain && !isKnownToShell(inside.image, words[0] ?? '')) return isMissing(words[0] ?? '');
  // It has nothing to run, and nothing comes in.
  if (isShell(name)) return ends(0, 0);
  if (name === 'sleep') return ends(sleepMicros(words.slice(1)), 0);
  const hog = hogOf(name, words.slice(1));
  if (hog !== undefined) {
    const { uses, micros } = hog;
    return ends(micros === 'forever' ? FOREVER : micros, 0, { uses, output: outputOf({ ...hog, exitCode: 0 }) });
  }
  if (name === 'pause' || (name === 'tail' && words.some((word) => /^-[fF]/.test(word)))) return ends(FOREVER, 0);
  if (INTERPRETERS.has(name) && words.some((word) => /^-\w*[ceE]$/.test(word))) {
    const stdout = oneLinerSays(name, words.slice(1)) ?? '';
    const output = outputOf({ stdout: stdout.replaceAll('$', PLAIN_DOLLAR), stderr: '', exitCode: 0 });
    return ends(COMPUTING, 0, { output: output.map((each) => ({ ...each, at: COMPUTING })) });
  }
  const checked = checkServer(name, words.slice(1), inside.serves === true);
  if (checked !== undefined) return ends(0, checked.exitCode, { output: outputOf(checked) });
  if (name === 'httpd' || name === 'nginx') {
    const { program } = inside.image ?? UNKNOWN_IMAGE;
    const output = program.servesPort === undefined ? NOTHING : (program.output ?? NOTHING);
    return ends(FOREVER, 0, { serves: portOf(words), output });
  }
  if (isServer(inside.image, words)) {
    const { servesPort, output = NOTHING } = (inside.image ?? UNKNOWN_IMAGE).program;
    return ends(FOREVER, 0, { serves: servesPort, output });
  }
  if (isAssignment) return ends(0, 0);
  const told = tell(name, words.slice(1), input, files);
  if (told?.bursts === true) return ends(FOREVER, 0, { uses: EVERYTHING });
  if (told !== undefined) {
    const { takes = AT_ONCE, exitCode } = told;
    return ends(takes.micros, exitCode, { output: outputOf(told).map((each) => ({ ...each, at: takes.micros ?? 0 })) });
  }
  if (inside.unknown === 'succeeds') return ends(0, 0);
  return inside.unknown === 'runs' ? ends(FOREVER, 0, { unknown: true }) : isNotModelled(name);
}

const AT_ONCE = { micros: 0 };

/** It is there, and nobody here knows what it does. */
function isNotModelled(name: string): Outcome {
  const text = `${name}: what this program does is not modelled\n`;
  return ends(0, 1, { unknown: true, output: [{ at: 0, stream: 'stderr', text }] });
}

const LOOKS_UP: ReadonlySet<string> = new Set(['which', 'command', 'type']);

/** Where programs are: `which sh`, `command -v sh`, `type sh`. */
function lookedUp(name: string, args: readonly string[], image: ImageBehaviour | undefined): Outcome {
  const words = args.filter((word) => !word.startsWith('-'));
  if (name === 'command' && words.length === args.length) return ends(0, 127);
  const found = words.map(
    (word) => pathOf(image, word) ?? (name !== 'which' && isKnownToShell(image, word) ? word : undefined),
  );
  const text = words.map((word, at) => {
    const path = found[at];
    if (name !== 'type') return path === undefined ? '' : `${path}\n`;
    return path === undefined ? `${word}: not found\n` : `${word} is ${path === word ? 'a shell builtin' : path}\n`;
  });
  const exitCode = found.includes(undefined) ? (name === 'which' ? 1 : 127) : 0;
  return ends(0, exitCode, { output: outputOf({ stdout: text.join(''), stderr: '', exitCode }) });
}

function isMissing(word: string): Outcome {
  return ends(0, 127, { unknown: true, output: [{ at: 0, stream: 'stderr', text: `sh: ${word}: not found\n` }] });
}

function outputOf({ stdout, stderr }: Told): readonly Output[] {
  const output: Output[] = [];
  if (stderr !== '') output.push({ at: 0, stream: 'stderr', text: stderr });
  if (stdout !== '') output.push({ at: 0, stream: 'stdout', text: stdout });
  return output;
}

/** A program of one line is taken to compute something for a while and to succeed: what it says is not read. */
const INTERPRETERS = new Set(['perl', 'python', 'python3', 'node', 'ruby', 'awk']);
const COMPUTING = 3 * SECOND;

function portOf(words: readonly string[]): number {
  const at = words.indexOf('-p');
  const port = at < 0 ? Number.NaN : Number((words[at + 1] ?? '').split(':').pop());
  return Number.isInteger(port) ? port : 80;
}

/** `infinity`, `1.5`, `2m` */
const DURATION = /^(?:inf(?:inity)?|([0-9.]+)([smhd]?))$/;
const UNITS = new Map([
  ['', 1],
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
]);

export function sleepMicros(words: readonly string[]): number | undefined {
  let seconds = 0;
  for (const word of words) {
    const match = DURATION.exec(word);
    if (match === null) return 0;
    if (match[1] === undefined) return undefined;
    seconds += Number(match[1]) * (UNITS.get(match[2] as string) ?? 1);
  }
  return Math.round(seconds * SECOND);
}
