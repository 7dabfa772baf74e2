import { sideOf } from '../comparing/compare.ts';
import { matchNames } from '../comparing/naming.ts';
import type { Command, Recording } from '../recordings/recording.ts';

const NAMES = /[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?/g;

/** A recording as far as it was at a moment. */
function until(recording: Recording, t: number): Recording {
  return {
    ...recording,
    audit: recording.audit.filter((entry) => entry.t0 < t),
    watch: recording.watch.filter((entry) => entry.t < t),
    commands: recording.commands.filter((command) => command.t < t),
    final: [],
  };
}

function mentionsAny(text: string, names: { has(name: string): boolean }): boolean {
  for (const [word] of text.matchAll(NAMES)) if (names.has(word)) return true;
  return false;
}

/** A node in a query is the one where some Pod went, and in the run that Pod may have gone elsewhere. */
export function translateNodes(path: string, recording: Recording, t: number, run: () => Recording): string {
  if (!path.includes('nodeName')) return path;
  const want = sideOf(until(recording, t));
  const named = [...want.facts.nodes.keys()].find((node) => new RegExp(`${node}(?![\\w-])`).test(path));
  const pod = [...want.facts.pods.values()].find(({ node, pinned }) => node === named && !pinned);
  const there = pod === undefined ? undefined : sideOf(run()).facts.pods.get(pod.name)?.node;
  return named === undefined || there === undefined ? path : path.replace(named, there);
}

/**
 * People copy generated names and uids from what they see into the next command. The run has made up others: this
 * replaces them by those of the objects that play the same parts.
 */
export function translateCommand(command: Command, recording: Recording, run: () => Recording): Command {
  const input = JSON.stringify([command.argv, command.files ?? {}, command.stdin ?? '']);
  const past = until(recording, command.t);
  const want = sideOf(past);
  const known = {
    has: (word: string) =>
      want.facts.generated.has(word) ||
      want.facts.clusterIPs.has(word) ||
      (word.length === 36 && want.facts.byUid.has(word)),
  };
  if (!mentionsAny(input, known)) return command;
  const got = sideOf(run());
  const { pairs } = matchNames(want, got);
  const uids = new Map<string, string>();
  for (const [uid, object] of got.facts.byUid) uids.set(`${object.resource}/${object.name}`, uid);
  const addresses = new Map<string, string>();
  for (const [address, service] of got.facts.clusterIPs) addresses.set(service, address);
  const rewrite = (text: string) =>
    text.replace(NAMES, (word) => {
      const name = pairs.get(word);
      if (name !== undefined) return name;
      const service = want.facts.clusterIPs.get(word);
      if (service !== undefined) return addresses.get(service) ?? word;
      const object = word.length === 36 ? want.facts.byUid.get(word) : undefined;
      if (object === undefined) return word;
      return uids.get(`${object.resource}/${pairs.get(object.name) ?? object.name}`) ?? word;
    });
  const files = Object.fromEntries(Object.entries(command.files ?? {}).map(([name, text]) => [name, rewrite(text)]));
  return {
    ...command,
    argv: command.argv.map(rewrite),
    ...(command.files === undefined ? {} : { files }),
    ...(command.stdin === undefined ? {} : { stdin: rewrite(command.stdin) }),
  };
}
