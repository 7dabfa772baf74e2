// Models what a single command of a container does: the tools that it has, the servers that it can start (v1.36)

import { SECOND } from '../../base/time/units.ts';
import { type ImageBehaviour, UNKNOWN_PROGRAM } from '../images/catalog.ts';
import { isKnownToShell, pathOf } from '../images/installed.ts';
import { spoken } from '../images/program.ts';
import { isServer, portOf } from '../images/servers.ts';
import { Files } from '../tools/files/files.ts';
import { hogOf } from '../tools/hogs.ts';
import { oneLinerSays } from '../tools/one-liners.ts';
import { ends, type Outcome, type Output, type Use } from '../tools/outcome.ts';
import { checkServer } from '../tools/server-checks.ts';
import { sleepMicros } from '../tools/sleep.ts';
import { baseOf, type Told } from '../tools/told.ts';
import { tell } from '../tools/tools.ts';
import { isShell } from './commands.ts';

const FOREVER = undefined;
/** More memory than any machine has. */
const EVERYTHING: readonly Use[] = [{ at: SECOND / 2, memory: 1e15 }];
const UNKNOWN_IMAGE = { program: UNKNOWN_PROGRAM };

/** Where a command runs, and what is made of a program there that is not modelled. */
export interface Inside {
  readonly image: ImageBehaviour | undefined;
  readonly unknown: 'runs' | 'is missing' | 'succeeds';
  /** Whether the server of the container takes connections by now. */
  readonly serves?: boolean;
}

/** A command with its arguments, to its end: what it says, and when. */
export function runCommand(
  words: readonly string[],
  inside: Inside,
  files: Files = new Files(),
  input?: string,
): Outcome {
  const name = baseOf(words[0] ?? '');
  if (LOOKS_UP.has(name)) return lookedUp(name, words.slice(1), inside.image);
  if (!isKnownToShell(inside.image, words[0] ?? '')) return isMissing(words[0] ?? '', files);
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
    const output = outputOf({ stdout, stderr: '', exitCode: 0 });
    return ends(COMPUTING, 0, { output: output.map((each) => ({ ...each, at: COMPUTING })) });
  }
  const checked = checkServer(name, words.slice(1), inside.serves === true, files.around);
  if (checked !== undefined) return ends(0, checked.exitCode, { output: outputOf(checked) });
  if (name === 'httpd' || name === 'nginx') {
    const { program } = inside.image ?? UNKNOWN_IMAGE;
    const output = program.servesPort === undefined ? undefined : program.output;
    return ends(FOREVER, 0, { serves: portOf(words), output: spoken(output, files.around) });
  }
  if (isServer(inside.image, words)) {
    const { servesPort, output } = (inside.image ?? UNKNOWN_IMAGE).program;
    return ends(FOREVER, 0, { serves: servesPort, output: spoken(output, files.around) });
  }
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

function isMissing(word: string, files: Files): Outcome {
  if (word.includes('/') && files.isFolder(word))
    return ends(0, 126, {
      unknown: true,
      output: [{ at: 0, stream: 'stderr', text: `sh: ${word}: Permission denied\n` }],
    });
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
