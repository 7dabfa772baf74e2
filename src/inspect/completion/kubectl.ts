import type { Pod } from '../../api/types/core.ts';
import { declaredCommands } from '../../cluster/kubectl/commands/declared.ts';
import { type Commands, findCommand, flagsOf } from '../../cluster/kubectl/find-command.ts';
import { type Flag, GLOBAL_FLAGS } from '../../cluster/kubectl/flags/argv.ts';
import type { Candidate } from '../../protocol/queries.ts';
import { valuesOfFlag } from './flag-values.ts';
import type { Known, KnownResource } from './known.ts';
import { containersOf, contexts, type FilesAt, type KubectlLine, namespaceOfContext } from './kubectl-line.ts';

/** A candidate; one that replaces need not begin with what was typed. */
export interface Offer extends Candidate {
  readonly replaces?: true;
}

/** What kubectl's own completion offers: commands, flags, their values, resources, names. Models kubectl pkg/util/completion (v1.36). */
export function kubectlCandidates(
  known: Known,
  { before, after }: { readonly before: readonly string[]; readonly after: readonly string[] },
  word: string,
  files: FilesAt,
): readonly Offer[] {
  if (before.includes('--')) return [];
  const commands = declaredCommands();
  const { command, rest } = findCommand(before, commands);
  const name = command?.name ?? '';
  const flags = command === undefined ? GLOBAL_FLAGS : flagsOf(command);
  const read = readSoFar(rest, flags);
  const behind = readSoFar(after, flags).flags;
  const namespace = read.flags.get('namespace') ?? behind.get('namespace') ?? namespaceOfContext(known);
  const line: KubectlLine = { known, path: name, words: read.words, flags: read.flags, namespace, files };
  if (read.open !== undefined) return valuesOfFlag(line, read.open, word);
  const [, given, begun] = /^--([\w-]+)=(.*)$/s.exec(word) ?? [];
  if (given !== undefined) {
    const flag = flags.find((one) => one.name === given);
    const values = flag === undefined ? [] : valuesOfFlag(line, flag, begun ?? '');
    return values.map((one) => ({ ...one, text: `--${given}=${one.text}` }));
  }
  if (word.startsWith('-')) return flags.map(flagCandidate);
  const inner = line.words.length === 0 ? commandsIn(name, commands) : [];
  if (inner.length > 0 && !TAKES_WORDS.has(name)) return inner;
  return [...inner, ...positional(line, word)];
}

/** Commands that do something themselves, too. */
const TAKES_WORDS: ReadonlySet<string> = new Set(['apply', 'create', 'cluster-info']);

function flagCandidate({ name, takes, bare, letter }: Flag): Candidate {
  const needsValue = takes !== 'nothing' && bare === undefined;
  const about = letter === undefined ? {} : { about: `-${letter}` };
  return { text: needsValue ? `--${name}=` : `--${name}`, ...about, ...(needsValue ? { goesOn: true } : {}) };
}

/** The commands right below one. */
function commandsIn(path: string, commands: Commands): readonly Candidate[] {
  const before = path === '' ? '' : `${path} `;
  const below = [...commands.values()].filter(
    ({ name }) => name.startsWith(before) && name !== path && !name.slice(before.length).includes(' '),
  );
  const told = below.map(({ name, does }): Candidate => {
    const text = name.slice(before.length);
    return does === undefined ? { text } : { text, about: does };
  });
  const more = path === '' ? [{ text: 'help' }, { text: 'options' }] : [];
  return [...told, ...more].sort((one, other) => (one.text < other.text ? -1 : 1));
}

interface ReadSoFar {
  readonly words: readonly string[];
  readonly flags: ReadonlyMap<string, string>;
  /** A flag whose value comes next. */
  readonly open: Flag | undefined;
}

function readSoFar(rest: readonly string[], known: readonly Flag[]): ReadSoFar {
  const words: string[] = [];
  const flags = new Map<string, string>();
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] as string;
    if (!/^-./.test(word)) {
      words.push(word);
      continue;
    }
    const isLong = word.startsWith('--');
    const [name = '', value] = isLong ? word.slice(2).split(/=(.*)/s) : [word.slice(1, 2), word.slice(2) || undefined];
    const flag = known.find((one) => (isLong ? one.name === name : one.letter === name));
    if (flag === undefined || flag.takes === 'nothing' || flag.bare !== undefined) {
      if (flag !== undefined) flags.set(flag.name, value ?? flag.bare ?? 'true');
    } else if (value !== undefined) flags.set(flag.name, value);
    else if (at + 1 === rest.length) return { words, flags, open: flag };
    else {
      at += 1;
      flags.set(flag.name, rest[at] as string);
    }
  }
  return { words, flags, open: undefined };
}

/** Commands whose words are kinds and names. */
const OF_OBJECTS =
  /^(?:get|describe|delete|edit|label|annotate|patch|wait|expose|apply (?:edit|view)-last-applied|autoscale|scale|rollout \w+|set \w+|taint|events|auth can-i)$/;
/** Commands whose words are Pods, or something that has Pods. */
const OF_PODS = /^(?:logs|exec|attach|port-forward|debug|cp|top pod)$/;
const OF_NODES = /^(?:cordon|uncordon|drain|top node)$/;
const SCALED = ['deployments.apps', 'replicasets.apps', 'statefulsets.apps', 'replicationcontrollers.'];
const ROLLED = ['deployments.apps', 'daemonsets.apps', 'statefulsets.apps'];

function positional(line: KubectlLine, word: string): readonly Offer[] {
  const { known, path, words } = line;
  if (path === 'explain') return words.length > 0 ? [] : resourceCandidates(known.resources(), word);
  if (OF_NODES.test(path))
    return named(
      known.objects('nodes').map(({ name }) => name),
      words,
    );
  if (path.startsWith('certificate ')) {
    return named(
      known.objects('certificatesigningrequests.certificates.k8s.io').map(({ name }) => name),
      words,
    );
  }
  if (path === 'config use-context' || path === 'config delete-context' || path === 'config rename-context')
    return contexts(known);
  if (OF_PODS.test(path)) return podCandidates(line, word);
  if (!OF_OBJECTS.test(path)) return [];
  const kinds = known.resources().filter((one) => isTaken(path, one));
  const slash = word.indexOf('/');
  if (slash > 0) {
    const resource = known.resourceNamed(word.slice(0, slash));
    if (resource === undefined) return [];
    return known.names(resource, line.namespace).map((name) => ({ text: `${word.slice(0, slash)}/${name}` }));
  }
  const [first = ''] = words;
  if (first.includes('/') && path === 'set image') return assigned(line, first);
  if (words.length === 0 || (first.includes('/') && words.every((one) => one.includes('/')))) {
    return resourceCandidates(kinds, word);
  }
  if (first.includes('/')) return [];
  const resource = known.resourceNamed(first.split(',').at(-1) ?? '');
  if (resource === undefined) return [];
  const names = named(known.names(resource, line.namespace), words.slice(1));
  return path === 'set image' && words.length > 1 ? assigned(line, `${first}/${words[1]}`) : names;
}

/** `set image deploy/web nginx=…`: the containers. */
function assigned({ known, path, namespace }: KubectlLine, word: string): readonly Candidate[] {
  if (path !== 'set image') return [];
  const [kind = '', name = ''] = word.split('/');
  const resource = known.resourceNamed(kind);
  if (resource === undefined) return [];
  const group = resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`;
  const found = known.objects(group, namespace).find((one) => one.name === name)?.object;
  return containersOf(found).map((text) => ({ text: `${text}=`, goesOn: true }));
}

function isTaken(path: string, { resource, group }: KnownResource): boolean {
  const word = `${resource}.${group}`;
  if (path === 'scale' || path === 'autoscale') return SCALED.includes(word);
  if (path.startsWith('rollout ')) return ROLLED.includes(word);
  if (path === 'taint') return resource === 'nodes';
  if (path === 'expose') return /^(?:pods|services|deployments|replicasets|replicationcontrollers)$/.test(resource);
  return true;
}

/** A short name alone is that resource; else all that begin so, with their group where two have one name. */
function resourceCandidates(all: readonly KnownResource[], word: string): readonly Offer[] {
  const short = word === '' ? undefined : all.find(({ shortNames }) => shortNames.includes(word));
  const shown = (one: KnownResource): Candidate => {
    const isShared = all.some(({ resource, group }) => resource === one.resource && group !== one.group);
    const text = isShared && one.group !== '' ? `${one.resource}.${one.group}` : one.resource;
    const about = one.shortNames.join(', ');
    return about === '' ? { text } : { text, about };
  };
  if (short !== undefined) return [{ ...shown(short), replaces: true } as Candidate];
  return all.map(shown);
}

function podCandidates(line: KubectlLine, word: string): readonly Candidate[] {
  const { known, path, words, namespace } = line;
  const pods = known.objects('pods', namespace);
  if (path === 'cp') {
    const found = pods.map(({ name }) => ({ text: `${name}:`, goesOn: true }));
    return word.includes(':') ? [] : [...found, ...line.files(word)];
  }
  const [first] = words;
  if (first === undefined) {
    const slash = word.indexOf('/');
    const resource = slash > 0 ? known.resourceNamed(word.slice(0, slash)) : undefined;
    if (resource !== undefined)
      return known.names(resource, namespace).map((name) => ({ text: `${word.slice(0, slash)}/${name}` }));
    const makers = path === 'top pod' ? [] : ['deployment/', 'service/', 'job/', 'statefulset/', 'daemonset/'];
    return [...pods.map(({ name }) => ({ text: name })), ...makers.map((text) => ({ text, goesOn: true }))];
  }
  const pod = pods.find(({ name }) => name === first.replace(/^pods?\//, ''))?.object as Pod | undefined;
  if (path === 'logs' || path === 'attach') return containersOf(pod).map((text) => ({ text }));
  if (path === 'port-forward') {
    const ports = pod?.spec?.containers.flatMap(({ ports: own = [] }) => own.map(({ containerPort }) => containerPort));
    return (ports ?? []).map((port) => ({ text: String(port) }));
  }
  return [];
}

/** Those that are not named yet. */
function named(names: readonly string[], given: readonly string[]): readonly Candidate[] {
  return names.filter((name) => !given.includes(name)).map((text) => ({ text }));
}
