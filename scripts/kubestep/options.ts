import { existsSync, statSync } from 'node:fs';
import { DELAYS, readClocks } from '../../src/protocol/fault-check.ts';
import type { ClusterConfig } from '../../src/protocol/run-description.ts';
import { SCENARIOS } from '../../src/scenarios/index.ts';
import { CALLED } from './called.ts';
import { readSettings, SETTING_OPTIONS, SETTINGS_USAGE } from './cluster-settings.ts';
import { readDelays, readFaults } from './disturbances.ts';

export const USAGE = `Usage: ${CALLED} run FILE|FOLDER|-|SCENARIO [options]
       ${CALLED} why OBJECT FILE|FOLDER|-|SCENARIO [options]
       ${CALLED} history OBJECT PATH FILE|FOLDER|-|SCENARIO [options]
       ${CALLED} compare FILE|FOLDER|SCENARIO FILE|FOLDER|SCENARIO [options]
       ${CALLED} run|why|history … --start DUMP [options]
       ${CALLED} diagnose DUMP [options]
       ${CALLED} serve [--help]
       ${CALLED} check-links FILE|FOLDER…
       ${CALLED} poster LINK [--lang en|zh] [--theme auto|light|dark]

Runs \`kubectl apply -f FILE\` on a simulated cluster (- is standard input, a folder stands for the manifests in it),
repeats a run saved from the page (FILE.json), or types what a scenario types, each line when the cluster has come to
rest; and prints the story: its beats, one a line, or its steps; and at its end which wishes are not met, with what holds
each up. \`why\` prints this alone, of one object such as deployment/web or pods/default/x; its exit code is 1 where there
is one. \`history\` prints every value that a field of an object has had, with when, by whom and at which step, as in
\`history deployment/web .spec.replicas FILE\` (or \`history deployment web …\`). \`compare\` tells two stories side by side, beat by
beat, says where they first part, and lists the fields of objects that end differently; its exit code is 1 where anything
differs. The exit code of \`run\` is 1 when kubectl failed, or when not all Pods became ready
with \`--until ready\`; 2 when the simulation itself breaks off, after what was told until then, with the reason.
With --start the cluster is one of your own: DUMP is what \`kubectl get … -A -o yaml\` or \`-o json\` printed, or a folder of such
files, or the audit log of an API server; FILE may be left out then. What could not be used, and what was changed, is said first.
\`diagnose\` prints which wishes are not met in such a cluster when it has come to rest; its exit code is 1 where there is one.
\`serve\` serves a cluster over HTTPS to real clients.
What a saved run was asked by a shell or an editor (\`kubectl exec -it\`, \`kubectl edit\`) is answered as it was there. To answer it
yourself, type in the page, call \`talk\` of the library, or \`serve\` the cluster to the real kubectl.
Times count from the moment at which the cluster is at rest.

  --seed N               another course of the same story (default 1, or that of the saved run)
  --nodes N              nodes of the cluster (default 3, or those of the saved run)
  --etcd-members N       members of the store, 1 or 3
  --delays NAME=MS,…     other delays than the usual ones, in milliseconds: network=20..60,etcdCommit=50
  --faults NAME=N,…      what fails by itself, of a thousand: requests=20 (answered by 503), lost=5 (their connection
                         breaks), slow=5 (by two seconds, or slow-by=900 milliseconds), watches=5 (events that are lost on
                         their way to an informer, and the connection with them)
  --clocks NAME=S,…       clocks that stand apart from the beginning, in seconds: node-2=90,kube-apiserver=-3600
${SETTINGS_USAGE}
  --start FILE|FOLDER    what the cluster begins with
  --until WHEN           quiescent (default), ready (every Pod is Ready), or virtual time: 90s, 500ms, 2m, a day at most
  --grain GRAIN          beat (default), scene, step or detail
  --everything           every step of the story: --grain step
  --follow OBJECT        only what touched this object, as pods/default/web or deployment/web
  --journal OUT.jsonl    write every step, one a line
  --help                 this

Delays: ${DELAYS.join(', ')}
Scenarios: ${SCENARIOS.map(({ id }) => id).join(', ')}
`;

export type Until = 'quiescent' | 'ready' | { readonly seconds: number };
export type Grain = 'beat' | 'scene' | 'step' | 'detail';

export type ClusterChanges = Partial<ClusterConfig>;

export interface Options {
  /** A manifest, a folder of them, `-`, a saved run, or the name of a scenario when there is no such file. */
  readonly file: string | undefined;
  /** The object that is asked about, in the place of the story. */
  readonly why?: string;
  /** The field whose values are asked for, in the place of the story. */
  readonly history?: { readonly object: string; readonly path: string };
  /** What is held against the file, in the place of the story. */
  readonly compare?: string;
  /** Only what is not as wished is told. */
  readonly diagnosed?: true;
  /** Where the state is that the cluster begins with. */
  readonly start: string | undefined;
  readonly seed: number | undefined;
  /** What is otherwise than the manifest's, the scenario's or the saved run's cluster. */
  readonly cluster: ClusterChanges;
  readonly until: Until;
  readonly grain: Grain;
  readonly journal: string | undefined;
  /** The object that is followed. */
  readonly follow: string | undefined;
}

/** Options that take no value. */
const FLAGS: ReadonlySet<string> = new Set(['everything']);
const MOST_NODES = 5000;
const MOST_SECONDS = 86_400;
const UNITS: { readonly [unit: string]: number } = { ms: 0.001, s: 1, m: 60, h: 3600 };
const KNOWN = [
  'seed',
  'nodes',
  'etcd-members',
  'delays',
  'faults',
  'clocks',
  'until',
  'grain',
  'journal',
  'follow',
  'start',
].concat(SETTING_OPTIONS);
/** What is read here; the others read their words themselves. */
export const COMMANDS: readonly string[] = ['run', 'why', 'history', 'compare', 'diagnose'];
const GRAINS: readonly string[] = ['beat', 'scene', 'step', 'detail'] satisfies readonly Grain[];

export const STANDARD_INPUT = '-';

export function asksForHelp(argv: readonly string[]): boolean {
  return argv[0] === 'help' || argv.some((word) => word === '--help' || word === '-h');
}

/** What was asked for; a text that says why when it makes no sense. */
export function readOptions(argv: readonly string[]): Options | string {
  const [command, ...rest] = argv;
  if (!COMMANDS.includes(command ?? '')) return command === undefined ? 'say what to do' : `unknown command ${command}`;
  const split = splitWords(rest);
  if (typeof split === 'string') return split;
  const { words, values, flags } = split;
  const unknown = [...values.keys()].find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) return `unknown option --${unknown}`;
  const question = readQuestion(command as string, words);
  if (typeof question === 'string') return question;
  const [file, ...more] = words;
  const start = question.start ?? values.get('start');
  if (file === undefined && start === undefined) return 'name a manifest, a saved run or a scenario';
  if (more.length > 0) return `one file at a time: ${words.join(', ')}`;
  const named = [file, question.compare].flatMap((each) =>
    each === undefined ? [] : [problemWith(each) ?? []].flat(),
  );
  if (named[0] !== undefined) return named[0];
  const grain = values.get('grain') ?? (flags.has('everything') ? 'step' : 'beat');
  if (!GRAINS.includes(grain)) return `unknown grain ${grain}`;
  const until = readUntil(values.get('until') ?? 'quiescent');
  if (until === undefined) return '--until takes quiescent, ready or virtual time such as 90s, 500ms or 2m';
  const seed = readNumber(values.get('seed'), 0);
  if (Number.isNaN(seed)) return '--seed takes a whole number';
  const cluster = readCluster(values);
  if (typeof cluster === 'string') return cluster;
  return {
    file,
    ...question,
    start,
    seed,
    cluster,
    until,
    grain: grain as Grain,
    journal: values.get('journal'),
    follow: values.get('follow'),
  };
}

type Question = Pick<Options, 'why' | 'history' | 'compare' | 'diagnosed'> & { readonly start?: string };

/** What is asked in the place of the story: its words are taken from the list, what is left is the file. */
function readQuestion(command: string, words: string[]): Question | string {
  if (command === 'why') {
    const why = words.shift();
    return why === undefined ? 'name an object' : { why };
  }
  if (command === 'diagnose') {
    const start = words.shift();
    return start === undefined ? 'name a dump of a cluster' : { diagnosed: true, start };
  }
  if (command === 'compare') {
    if (words.length < 2) return 'name two manifests, saved runs or scenarios';
    const [compare] = words.splice(1, 1);
    return { compare: compare as string };
  }
  if (command !== 'history') return {};
  const first = words.shift();
  // `deployment web` is as good as `deployment/web`.
  const object = first === undefined || first.includes('/') ? first : [first, words.shift()].join('/');
  const path = words.shift();
  return object === undefined || path === undefined
    ? 'name an object and a path, such as deployment/web .spec.replicas'
    : { history: { object, path } };
}

function readCluster(values: ReadonlyMap<string, string>): ClusterChanges | string {
  const nodes = readNumber(values.get('nodes'), 1);
  if (Number.isNaN(nodes)) return '--nodes takes a whole number';
  if (nodes !== undefined && nodes > MOST_NODES) return `--nodes takes at most ${MOST_NODES}`;
  const etcdMembers = readNumber(values.get('etcd-members'), 1);
  if (etcdMembers !== undefined && etcdMembers !== 1 && etcdMembers !== 3) return '--etcd-members takes 1 or 3';
  const [delaysText, faultsText] = [values.get('delays'), values.get('faults')];
  const delays = delaysText === undefined ? undefined : readDelays(delaysText);
  if (typeof delays === 'string') return delays;
  const faults = faultsText === undefined ? undefined : readFaults(faultsText);
  if (typeof faults === 'string') return faults;
  const clocksText = values.get('clocks');
  const clocks = clocksText === undefined ? undefined : readClocks(clocksText);
  if (clocksText !== undefined && clocks === undefined) return `--clocks takes NAME=SECONDS, not ${clocksText}`;
  return readSettings(values, {
    ...(nodes === undefined ? {} : { nodes }),
    ...(etcdMembers === undefined ? {} : { etcdMembers }),
    ...(delays === undefined ? {} : { delays }),
    ...(faults === undefined ? {} : { faults }),
    ...(clocks === undefined ? {} : { clocks }),
  });
}

export function isFile(file: string): boolean {
  return file === STANDARD_INPUT || existsSync(file);
}

export function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

function problemWith(file: string): string | undefined {
  if (isFile(file) || SCENARIOS.some(({ id }) => id === file)) return undefined;
  return `there is no file and no scenario ${file}`;
}

function splitWords(argv: readonly string[]) {
  const values = new Map<string, string>();
  const words: string[] = [];
  const flags = new Set<string>();
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at] as string;
    if (word === STANDARD_INPUT || !word.startsWith('-')) {
      words.push(word);
      continue;
    }
    if (!word.startsWith('--')) return `unknown option ${word}`;
    // A value may have equals signs of its own: --faults=requests=20.
    const [, name = '', attached] = /^--([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
    if (FLAGS.has(name)) {
      if (attached !== undefined) return `--${name} takes no value`;
      flags.add(name);
      continue;
    }
    const value = attached ?? argv[at + 1];
    if (value === undefined) return `--${name} needs a value`;
    if (attached === undefined) at += 1;
    values.set(name, value);
  }
  return { words, values, flags };
}

function readUntil(text: string): Until | undefined {
  if (text === 'quiescent' || text === 'ready') return text;
  const [, number = '', unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text) ?? [];
  const seconds = Number(number) * (UNITS[unit] ?? 1);
  return number !== '' && seconds <= MOST_SECONDS ? { seconds } : undefined;
}

/** NaN where it is no whole number of at least `least`. */
function readNumber(text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  if (text === '') return Number.NaN;
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= least ? number : Number.NaN;
}
