// Models busybox ash, as far as waiting, exit codes and simple output go (v1.36)

import type { ContainerConfig } from '../ports/cri.ts';
import { agnhostPort, agnhostWords, flagsOf, isAgnhost, isTester, startLines } from './agnhost.ts';
import { logsGenerator } from './agnhost-logs.ts';
import { type ImageBehaviour, UNKNOWN_PROGRAM } from './catalog.ts';
import { Files } from './files.ts';
import { hogOf } from './hogs.ts';
import { isInstalled, isKnownToShell, notInstalled, pathOf } from './installed.ts';
import { oneLinerSays } from './one-liners.ts';
import type { Output, Program, Repetition, SignalHandler, Use } from './program.ts';
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
  readonly repeats: Repetition | undefined;
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
  const plain = { exits: false, unknown: false, serves: undefined, output: NOTHING, repeats: undefined, uses: NO_USES };
  return { micros, exitCode, ...plain, ...more };
}

/** What the words of a container's command come to. */
export function programOfWords(
  image: ImageBehaviour | undefined,
  command: readonly string[],
  args: readonly string[],
  stdin: boolean,
  place: ContainerPlace,
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
  if (isLive(words, place)) {
    return { ...own, runMicros: undefined, onTerm: undefined, servesPort: undefined, note: 'live', output: NOTHING };
  }
  return ofOutcome(runWords(words, { image, unknown: 'runs' }));
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

const ASKS = /(?:^|[\s;&|(!`])(?:\S*\/)?(?:wget|curl|nc|nslookup|dig|getent|ip|sysctl|agnhost(?:-2)?\s+connect)\s/;
const DECIDES =
  /\$\(\(|\$\(\s*(?!(?:date|hostname|nproc|uname)\b|seq(?:\s+\d+){1,2}\s*\))|\$\?|`|\$\{\w+[^}\w]|(?:^|[\s;&|])(?:\w+=|(?:if|until|cd)\s|\w+\(\)|set\s+-\w*[exuo])|(?:^|[\s;&|])while\s+(?!true\b|:|\[\s*1\s*\]|sleep\s)/;
/** What only a shell that is followed understands: choices, subshells, here-documents, jobs, traps, loops within loops or with files. */
const STRUCTURED =
  /(?:^|[\s;&|])(?:(?:case|read|break|continue|eval|local|return|shift|function|timeout|xargs|!)\s|\()|<<|\w=\(|(?:[^&>|]|^)&(?![&>\d])|(?:done|\}|fi)\s*(?:[<>|]|\d>)|\bfor\b[\s\S]*\bfor\b|\{-?\w+\.\.-?\w+\}|\{\w*(?:,\w+)+\}|\btrap\s|\/proc\/1\/fd/;

/** How long it takes and how it ends hangs on a variable, or on how the command before has ended. */
const HANGS_ON = /(?:^|[\s;&|])(?:(?:exit|sleep)\s+["']?\$|exit\s*(?:$|[;&|)}\n])|(?:\[|test)\s[^;&|\n]*\$)/;

/** Whether what a command does depends on what it finds: it asks the network, decides by what is so, or names what is mounted. */
function isLive(words: readonly string[], { mounts, hasReadOnlyRoot, user }: ContainerPlace = {}): boolean {
  const text = scriptOf(words) ?? words.join(' ');
  if (LUCK.test(text) || OWN_FILES.test(text) || (user !== undefined && IDENTIFIES.test(text))) return true;
  if (ASKS.test(`${text} `) || mounts?.some(({ path }) => text.includes(path)) === true) return true;
  if (!isShell(words[0])) return false;
  if (scriptOf(words) === undefined && !isTalking(words)) return true;
  if (DECIDES.test(text) || STRUCTURED.test(text) || HANGS_ON.test(withoutLoops(text))) return true;
  if (UNUSUAL.test(text) || isUnusual(text)) return true;
  return LATER.test(text) || (WRITES.test(text) && (hasReadOnlyRoot === true || user !== undefined));
}

/** Parameters, values that are no plain names, words of the shell that a list of commands does not have. */
const UNUSUAL =
  /\$(?![A-Za-z_({])|\$\{(?![A-Za-z_]\w*\})|(?:^|[\s;&|])(?:(?:set|getopts|select|\.|source|(?:ba|da|a)?sh)\s|(?:break|continue|return)\b|\{\s|\[\[|for\s*;|exit\s+[A-Za-z]|exec\s+[\d<>])|&>|'[^']*\$[^']*'/;
const QUOTES = /\\[\s\S]|'[^']*'|"(?:\\[\s\S]|[^"\\])*"/g;

/** Patterns that become names of files, and what is no script at all. */
function isUnusual(text: string): boolean {
  const bare = text.replace(QUOTES, 'x');
  return /[*?'"]|\[\S+\]|;;|(?:&&|\|)\s*$|^\s*[|&;)]|[^(]\)\s*$/.test(bare.replace(/\$\([^()]*\)/g, 'x'));
}

/** What of a container's surroundings its program may come upon. */
export type ContainerPlace = Pick<ContainerConfig, 'mounts' | 'hasReadOnlyRoot' | 'user'>;

/** What has no end, or is different each time. */
const LUCK = /\/dev\/(?:zero|u?random)\b|\bRANDOM\b|(?:^|[\s;&|(])(?:yes|dd|shuf|mktemp|umask|ulimit)(?:\s|$)/;
/** What depends on the Pod: its names and resolvers, its user, its cgroup; and what its image is. */
const OWN_FILES = /\/etc\/(?:hosts|resolv\.conf|passwd|group|os-release)\b|\/(?:proc|sys\/fs\/cgroup)\//;
const IDENTIFIES = /\b(?:id|whoami)\b/;
/** What is written behind a pause, or again and again, is not there from the beginning. */
const LATER =
  /\b(?:sleep|while)\b[\s\S]*(?:>(?!&|\s*\/dev\/(?:null|std|tty|fd))|\b(?:touch|mkdir|rm|cp|mv|tee|ln|chmod)\s)/;
const WRITES = />|\b(?:touch|mkdir|rm|cp|mv|tee)\s/;

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

/** A command with its arguments; of a shell, its script. */
export function runWords(words: readonly string[], inside: Inside, files = new Files(), input?: string): Outcome {
  if (!isShell(words[0])) return runCommand(words, inside, files, input);
  const script = scriptOf(words);
  return script === undefined ? ends(0, 0) : signed(runScript(script, inside, files, input), words[0]);
}

/** A shell names itself as it was called. */
function signed(outcome: Outcome, name = 'sh'): Outcome {
  if (name === 'sh') return outcome;
  const output = outcome.output.map((each) =>
    each.stream === 'stderr' && each.text.startsWith('sh: ') ? { ...each, text: `${name}${each.text.slice(2)}` } : each,
  );
  return { ...outcome, output };
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

function ofOutcome(outcome: Outcome): Program {
  return {
    runMicros: outcome.micros,
    exitCode: outcome.exitCode,
    onTerm: outcome.serves === undefined ? undefined : LEAVES,
    servesPort: outcome.serves,
    readyAfterMicros: 0,
    note: outcome.unknown && outcome.micros === undefined ? 'unknown' : undefined,
    output: outcome.output,
    repeats: outcome.repeats,
    ...(outcome.uses.length === 0 ? undefined : { uses: outcome.uses }),
  };
}

/** Ends well as soon as it is told to. */
const LEAVES: SignalHandler = { exitCode: 0, afterMicros: 20_000 };

/** The last part of a path. */
export function baseOf(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1);
}

const ENDLESS = /\bwhile\s+(?:true|:|\[\s*1\s*\]|(sleep\s+\S+))\s*[;\n]?\s*do\b([\s\S]*?)(?:[;\n]\s*done\b|$)/;

/** `a; b && c || d | e`, line by line; an endless loop comes last. */
function runScript(script: string, inside: Inside, files: Files, input?: string): Outcome {
  const loop = ENDLESS.exec(script);
  if (loop === null) return runList(parseScript(withoutLoops(script)), inside, files, input);
  const before = runList(parseScript(withoutLoops(script.slice(0, loop.index))), inside, files);
  if (before.micros === undefined || before.exits) return before;
  const body = `${loop[1] ?? ''}\n${loop[2] ?? ''}`;
  const round = runList(parseScript(withoutLoops(body)), inside, files);
  const { exitCode, output, serves } = before;
  if (round.exits) return joined(before, round);
  if (round.micros === undefined) return { ...joined(before, round), exitCode };
  const repeats = { from: before.micros, every: Math.max(round.micros, SHORTEST_ROUND), output: round.output };
  const { uses } = joined(before, round);
  return ends(FOREVER, 0, { output, serves, repeats: round.output.length === 0 ? undefined : repeats, uses });
}

/** A loop without a pause would write more than anybody could read. */
const SHORTEST_ROUND = SECOND / 10;

function joined(first: Outcome, second: Outcome): Outcome {
  const offset = first.micros ?? 0;
  return {
    ...second,
    micros: second.micros === undefined ? undefined : offset + second.micros,
    serves: second.serves ?? first.serves,
    output: [...first.output, ...later(second.output, offset)],
    uses:
      second.uses.length === 0
        ? first.uses
        : [...first.uses, ...second.uses.map((use) => ({ ...use, at: use.at + offset }))],
    repeats: second.repeats === undefined ? undefined : { ...second.repeats, from: second.repeats.from + offset },
  };
}

function later(output: readonly Output[], micros: number): readonly Output[] {
  return micros === 0 ? output : output.map((each) => ({ ...each, at: each.at + micros }));
}

/** `given`: the input of the first command. */
function runList(commands: readonly ScriptCommand[], inside: Inside, files: Files, given?: string): Outcome {
  let total = ends(0, 0);
  for (let at = 0; at < commands.length; at += 1) {
    const command = commands[at] as ScriptCommand;
    if (command.after === '&&' && total.exitCode !== 0) continue;
    if (command.after === '||' && total.exitCode === 0) continue;
    const input = command.from === undefined ? (at === 0 ? given : undefined) : files.read(command.from);
    let outcome = redirected(runCommand(command.words, inside, files, input), command, files);
    while (commands[at + 1]?.after === '|') {
      at += 1;
      const next = commands[at] as ScriptCommand;
      outcome = redirected(piped(outcome, next.words, inside, files), next, files);
    }
    total = { ...joined(total, outcome), exits: outcome.exits, unknown: total.unknown || outcome.unknown };
    if (outcome.micros === undefined || outcome.exits) break;
  }
  return total.micros === undefined ? total : { ...total, exits: total.exits };
}

function redirected(outcome: Outcome, { stdout, stderr, into }: ScriptCommand, files: Files): Outcome {
  if (into !== undefined) {
    const said = outcome.output.filter(({ stream }) => into.what === 'both' || stream === into.what);
    if (!files.write(into.path, said.map(({ text }) => text).join(''), into.appends))
      return cannotCreate(into.path, files);
  }
  if (outcome.output.length === 0 || (stdout === 'stdout' && stderr === 'stderr')) return outcome;
  const output: Output[] = [];
  for (const each of outcome.output) {
    const stream = each.stream === 'stdout' ? stdout : stderr;
    if (stream !== 'nowhere') output.push(stream === each.stream ? each : { ...each, stream });
  }
  return { ...outcome, output };
}

function cannotCreate(path: string, files: Files): Outcome {
  const text = `sh: can't create ${path}: ${files.refusal(path)}\n`;
  return ends(0, 1, { output: [{ at: 0, stream: 'stderr', text }] });
}

function writtenTo({ output }: Outcome, stream: Output['stream']): string {
  return output.map((each) => (each.stream === stream ? each.text : '')).join('');
}

/** What the left side writes is what the right side reads. */
function piped(left: Outcome, words: readonly string[], inside: Inside, files: Files): Outcome {
  const own = runCommand(words, inside, files, writtenTo(left, 'stdout'));
  const said = left.output.filter(({ stream }) => stream === 'stderr');
  const micros = left.micros === undefined || own.micros === undefined ? undefined : left.micros + own.micros;
  return { ...own, micros, output: [...said, ...later(own.output, left.micros ?? 0)] };
}

const LOOP = /\bfor\s+(\w+)\s+in\s+([^;\n]*?)\s*[;\n]\s*do\s+(.*?)\s*[;\n]\s*done\b/gs;
const MOST_TURNS = 1000;

/** `for … in a b c; do …; done` written out; loops within loops are not understood. */
function withoutLoops(script: string): string {
  if (!script.includes('for')) return script;
  return script.replace(LOOP, (_, name: string, list: string, body: string) => {
    const range = /\$\(seq\s+(?:(\d+)\s+)?(\d+)\s*\)/.exec(list);
    const first = Number(range?.[1] ?? 1);
    const last = Number(range?.[2] ?? 0);
    const values =
      range === null
        ? list.split(/\s+/).filter((word) => word !== '')
        : Array.from({ length: Math.min(Math.max(0, last - first + 1), MOST_TURNS) }, (__, at) => String(first + at));
    return values.map((value) => body.replaceAll(`\${${name}}`, value).replaceAll(`$${name}`, value)).join('; ');
  });
}

function runCommand(words: readonly string[], inside: Inside, files: Files, input?: string): Outcome {
  // A variable for one command alone: what it says was put in before.
  const begin = words.findIndex((word) => !/^\w+=/.test(word));
  if (begin > 0) return runCommand(words.slice(begin), inside, files, input);
  const name = baseOf(words[0] ?? '');
  if (LOOKS_UP.has(name)) return lookedUp(name, words.slice(1), inside.image);
  const isAssignment = /^\w+=/.test(words[0] ?? '');
  const isPlain = !isAssignment && !name.startsWith('$');
  if (isPlain && !isKnownToShell(inside.image, words[0] ?? '')) return isMissing(words[0] ?? '');
  if (name === 'exec' || name === 'time' || name === 'nohup')
    return { ...runWords(words.slice(1), inside, files), exits: name === 'exec' };
  if (isShell(name)) {
    const isFed = input !== undefined && scriptOf(words) === undefined;
    return isFed ? runScript(input, inside, files) : runWords(words, inside, files, input);
  }
  if (name === 'sleep') return ends(sleepMicros(words.slice(1)), 0);
  if (name === 'exit') return ends(0, Number(words[1] ?? 0) & 255, { exits: true });
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

const UNITS = new Map([
  ['', 1],
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
]);

function sleepMicros(words: readonly string[]): number | undefined {
  let seconds = 0;
  for (const word of words) {
    if (word === 'infinity' || word === 'inf') return undefined;
    const match = /^([0-9.]+)([smhd]?)$/.exec(word);
    if (match === null) return 0;
    seconds += Number(match[1]) * (UNITS.get(match[2] as string) ?? 1);
  }
  return Math.round(seconds * SECOND);
}
