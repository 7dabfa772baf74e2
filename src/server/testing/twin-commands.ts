import { wordsOfLine } from '../../cluster/shell/words.ts';
import type { Serving } from '../serve.ts';
import type { CommandResult } from '../served-cluster.ts';
import type { RealKubectl } from '../testing.ts';
import { requestsOf, sameRequests, tellingWords } from './twin-requests.ts';

/** A command line that the real kubectl and the simulated one are given: what they print must be the same. */
export interface TwinCommand {
  readonly line: string;
  /** `setup`: the real one alone; `both`: each in a namespace of its own; `read`: both, where nothing may change. */
  readonly mode: 'setup' | 'both' | 'read';
  readonly words: readonly string[];
  /** The file that standard input is. */
  readonly stdin?: string;
}

/** Reads `! apply -f a.yaml`, `both delete pod one`, `<web.yaml get -f -`, `get pods`; lines that begin with `#` say something to people. */
export function readTwinCommands(text: string): readonly TwinCommand[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const words = wordsOfLine(line);
      const mode = words[0] === '!' ? 'setup' : words[0] === 'both' ? 'both' : 'read';
      const rest = mode === 'read' ? words : words.slice(1);
      const [first = '', ...others] = rest;
      return first.startsWith('<') ? { line, mode, words: others, stdin: first.slice(1) } : { line, mode, words: rest };
    });
}

/** A command that has not ended by then waits for ever. */
const LONGEST_MILLIS = 10_000;

export interface TwinOutcome {
  readonly ours: CommandResult;
  readonly theirs: CommandResult;
  readonly same: boolean;
}

/** Gives one command to both, and says whether they differ in more than the time that has passed between the two: in what they print, or in what they send. */
export async function runTwins(
  serving: Serving,
  real: RealKubectl,
  files: Readonly<Record<string, string>>,
  command: TwinCommand,
  asksForRequests = false,
): Promise<TwinOutcome> {
  const { mode } = command;
  const words = asksForRequests && mode !== 'setup' ? tellingWords(command.words) : command.words;
  const stdin = command.stdin === undefined ? undefined : (files[command.stdin] ?? '');
  const [first = '', ...rest] = words;
  const inside = (namespace: string) => (mode === 'both' ? [first, '-n', namespace, ...rest] : words);
  const options = { longestMillis: 4 * LONGEST_MILLIS, ...(stdin === undefined ? {} : { stdin }) };
  const answer = await real.run(inside('theirs'), options);
  const theirs = renamed(answer, serving, mode === 'both');
  if (mode === 'setup') return { ours: { code: 0, stdout: '', stderr: '' }, theirs, same: theirs.code === 0 };
  // The real one has no terminal, so neither has ours.
  const ours = await serving.cluster.kubectl(inside('ours'), files, stdin ?? '', LONGEST_MILLIS);
  if (asksForRequests) return comparedRequests(ours, theirs);
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return { ours, theirs, same: true };
  const pair = { ours: withoutAges(ours), theirs: withoutAges(theirs) };
  const order = orderOf(command.line);
  return { ...pair, same: comparable(pair.ours, order) === comparable(pair.theirs, order) };
}

/** What both have sent, in the place of what they have printed. */
function comparedRequests(ours: CommandResult, theirs: CommandResult): TwinOutcome {
  const [own, other] = [requestsOf(ours), requestsOf(theirs)];
  const shown = (lines: readonly string[]): CommandResult => ({ code: 0, stdout: lines.join('\n'), stderr: '' });
  return { ours: shown(own), theirs: shown(other), same: sameRequests(own, other) };
}

/** What has no order of its own in Go: lines, words, or at most those about events below a description. */
type Order = 'lines' | 'words' | 'events';

const LINES = /^(?:get |describe )?events?\b|--list\b|^describe secrets?\b|^logs .*(?:-l |--all-|--selector)/;
const WORDS = /\{[^}]*\.\./;

/** Events of one second are sorted by nothing else; labels, a Secret's keys, a search through all fields and the logs of several containers are maps. */
function orderOf(line: string): Order {
  const command = line.replace(/^both /, '');
  return WORDS.test(command) ? 'words' : LINES.test(command) ? 'lines' : 'events';
}

function comparable({ code, stdout, stderr }: CommandResult, order: Order): string {
  if (order === 'words') return JSON.stringify([code, stdout.split(/\s+/).sort(), stderr]);
  const lines = stdout.split('\n');
  return JSON.stringify([code, order === 'lines' ? lines.sort() : eventsSorted(lines), stderr]);
}

/** The rows behind each `Events:`, sorted where they stand. */
function eventsSorted(lines: readonly string[]): readonly string[] {
  const out: string[] = [];
  let events: string[] | undefined;
  for (const line of [...lines, '']) {
    if (events !== undefined && line.startsWith(' ')) {
      events.push(line);
      continue;
    }
    out.push(...(events?.sort() ?? []), line);
    events = line.startsWith('Events:') ? [] : undefined;
  }
  return out;
}

function renamed({ code, stdout, stderr }: CommandResult, serving: Serving, isTwofold: boolean): CommandResult {
  const here = (text: string): string =>
    text
      .replaceAll(serving.url.slice('https://'.length), '10.123.0.1:6443')
      .replaceAll(serving.kubeconfig, '/home/user/.kube/config')
      .replace(/\/tmp\/kubestep-kubectl-\w+/g, '/home/user');
  const same = (text: string): string => (isTwofold ? here(text).replaceAll('theirs', 'ours') : here(text));
  return { code, stdout: same(stdout), stderr: same(stderr) };
}

function atRevision(token: string): string {
  return Buffer.from(token, 'base64url')
    .toString('utf8')
    .replace(/"rv":\d+/, '"rv":N');
}

function withoutAges({ code, stdout, stderr }: CommandResult): CommandResult {
  const same = (text: string): string =>
    text
      // The simulated clock may run ahead of the real one.
      .replaceAll('<invalid>', 'AGE')
      .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, 'UID')
      .replace(/^( *-? *resourceVersion:) "\d+"/gm, '$1 N')
      // The revision of a whole list, also in the token for its rest: the cluster may go on between two commands.
      .replace(/(List",(?:"apiVersion":"[^"]*",)?"metadata":\{"resourceVersion":)"\d+"/g, '$1"N"')
      .replace(/"continue":"([\w-]+)"/g, (_, token) => `"continue":${atRevision(token)}`)
      // What is random, and of whom another certificate is.
      .replace(/\b[0-9a-f]{64}\b/g, 'HEX')
      .replace(/\bdebugger-(?:(.*)-)?[a-z0-9]{5}\b/g, 'debugger-$1')
      .replace(/\b\d+[smhd](?:\d+[smhd])?\b/g, 'AGE')
      // How often progress is told depends on when one looks.
      .replace(/^[Ww]aiting for .*\n/gm, '')
      // A node renews its lease every ten seconds, so also between two commands.
      .replace(/^( *RenewTime:).*$/gm, '$1 TIME')
      // Where kubectl writes what it compares, and when; the beginning of a line of its own log.
      .replace(/\/tmp\/(LIVE|MERGED)-\d+/g, '$1')
      .replace(/\t\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9} \+0000/g, '\tTIME')
      .replace(/^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ +\d+ /gm, 'LOG ')
      .replace(/ +/g, ' ')
      .replace(/-{3,}/g, '---');
  return { code, stdout: same(stdout), stderr: same(stderr) };
}
