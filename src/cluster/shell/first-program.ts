// Models which program a container runs, and what runc says where it cannot (v1.36)

import type { Micros } from '../../base/time/units.ts';
import { logsGenerator } from '../images/agnhost-logs.ts';
import type { ImageBehaviour } from '../images/catalog.ts';
import { UNKNOWN_PROGRAM } from '../images/catalog.ts';
import { isInstalled, notInstalled } from '../images/installed.ts';
import type { Program } from '../images/program.ts';
import { isServer } from '../images/servers.ts';
import type { ContainerConfig } from '../ports/cri.ts';
import { agnhostPort, agnhostWords, flagsOf, isAgnhost, isTester, startLines } from '../tools/agnhost.ts';
import { Files } from '../tools/files/files.ts';
import type { Output } from '../tools/outcome.ts';
import { DURATION, sleepMicros } from '../tools/sleep.ts';
import { baseOf } from '../tools/told.ts';
import { isShell, isTalking, readsInput } from './commands.ts';
import { runCommand } from './run-tool.ts';

const NOTHING: readonly Output[] = [];
const FOREVER = undefined;

/**
 * What a container runs: the image's own program, or the command that the Pod gives. What only waits is known beforehand,
 * all else is followed while it runs; what nobody here knows runs until it is stopped and is marked as unknown.
 */
export function programFor(
  image: ImageBehaviour | undefined,
  command: readonly string[],
  args: readonly string[],
  stdin = false,
): Program {
  if (!stdin && command.length === 0 && args.length === 0) return image?.program ?? UNKNOWN_PROGRAM;
  return programOfWords(listening(image, [...command, ...args]), command, args, stdin);
}

/** An image whose server listens where a flag says: `-listen=:5678`, `--port 80`. */
function listening(image: ImageBehaviour | undefined, words: readonly string[]): ImageBehaviour | undefined {
  const said = image?.portFlag === undefined ? undefined : flagsOf(words).get(image.portFlag);
  const port = /(\d+)$/.exec(said ?? '')?.[1];
  if (image === undefined || port === undefined) return image;
  return { ...image, program: { ...image.program, servesPort: Number(port) } };
}

/**
 * What the kernel does not start for the length of its words and variables: runc has let go of its parent by then, so that it
 * tells nobody but the log.
 *
 * Models github.com/opencontainers/runc init.go and libcontainer/standard_init_linux.go (1.1)
 */
export function tooLong(
  image: ImageBehaviour | undefined,
  command: readonly string[],
  args: readonly string[],
): Program {
  const word = firstWord(image, command, args) ?? '/docker-entrypoint.sh';
  const text = `exec ${word.includes('/') ? word : `/usr/bin/${word}`}: argument list too long\n`;
  return {
    ...UNKNOWN_PROGRAM,
    note: undefined,
    runMicros: 0,
    exitCode: 1,
    output: [{ at: 0, stream: 'stderr', text }],
  };
}

/** What the words of a container's command come to: all but what is known beforehand is followed while it runs. */
function programOfWords(
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
function waitingMicros([first = '', ...args]: readonly string[]): { readonly micros: Micros | undefined } | undefined {
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

/** A shell whose input stays open waits for commands. */
export function readsCommands(image: ImageBehaviour | undefined, words: readonly string[]): boolean {
  if (words.length === 0) return image !== undefined && SHELL_IMAGES.has(image.repository);
  return isTalking(words);
}

const SHELL_IMAGES = new Set(['busybox', 'alpine', 'ubuntu', 'debian']);
