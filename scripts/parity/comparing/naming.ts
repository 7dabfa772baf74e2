import type { Facts, Generated } from '../recordings/facts.ts';
import { type History, isEvent, type Write } from '../recordings/history.ts';
import { at, type Json, listAt, textAt } from '../recordings/json.ts';
import type { AuditEntry, Recording } from '../recordings/recording.ts';
import { assign } from './assign.ts';
import { Commoner } from './effect.ts';
import { type Naming, Normaliser } from './normalise.ts';
import { commonOutput } from './output.ts';

/** A recording with everything that is derived from it alone. */
export interface Side {
  readonly recording: Recording;
  readonly facts: Facts;
  readonly history: History;
}

type Bag = ReadonlyMap<string, number>;

/** Words in which all siblings look alike: what is left of an object's story does not depend on its name. */
export function anonymous(facts: Facts, nodes: ReadonlyMap<string, string>): Naming {
  const names = new Map<string, string>();
  const nameOf = (generated: Generated): string => {
    const owner = facts.generated.get(generated.ownerName);
    const prefix =
      owner === undefined || owner === generated
        ? generated.prefix
        : generated.prefix.replace(owner.name, nameOf(owner));
    return `${prefix}*`;
  };
  for (const generated of facts.generated.values()) names.set(generated.name, nameOf(generated));
  return { names, nodes };
}

/** The node sets are compared as they are; only sets with nothing in common are matched by rank. */
function matchNodes(want: Facts, got: Facts): ReadonlyMap<string, string> {
  const wanted = [...want.nodes.keys()].sort();
  const given = [...got.nodes.keys()].sort();
  const shared = given.some((name) => want.nodes.has(name));
  return new Map(given.map((name, rank) => [name, shared ? name : (wanted[rank] ?? name)]));
}

function identity(names: Iterable<string>): ReadonlyMap<string, string> {
  return new Map([...names].map((name) => [name, name]));
}

/** What can be told about each generated object without using a generated name. */
function stories(side: Side, naming: Naming): ReadonlyMap<string, Bag> {
  const bags = new Map<string, Map<string, number>>();
  const note = (name: string, feature: string) => {
    const bag = bags.get(name);
    if (bag !== undefined) bag.set(feature, (bag.get(feature) ?? 0) + 1);
  };
  for (const name of side.facts.generated.keys()) bags.set(name, new Map());
  const normaliser = new Normaliser(side.facts, naming);
  const commoner = new Commoner(side.facts, normaliser);
  for (const write of side.history.writes) {
    const name = side.facts.generated.has(write.podName) ? write.podName : write.entry.name;
    for (const [told, feature] of toldBy(write, side.facts, normaliser)) note(told, feature);
    if (!bags.has(name)) continue;
    const common = commoner.write(write);
    const head = `${common.user} ${common.action} ${write.entry.resource} ${write.entry.code}`;
    note(name, head);
    note(name, `${head} after command ${write.epoch}`);
    for (const [path, change] of common.effect) note(name, `${head} ${path}=${change.now}`);
  }
  for (const object of side.recording.initial) {
    const name = String((object.metadata as { name?: unknown } | undefined)?.name);
    if (bags.has(name)) note(name, 'there from the start');
  }
  side.recording.commands.forEach((command, index) => {
    for (const line of commonOutput(command, command.stdout, normaliser, side.facts)) {
      for (const name of line.mentions) note(name, `command ${index}: ${line.text}`);
    }
  });
  return bags;
}

/** Generated names in what an event or a condition says, each with it in words that tell no sibling from another. */
function toldBy({ entry }: Write, facts: Facts, normaliser: Normaliser): readonly (readonly [string, string])[] {
  const body = entry.code < 300 ? (entry.response ?? entry.request) : entry.request;
  const count = String(at(body, 'count') ?? '');
  return messagesOf(entry, body).flatMap((message) => {
    const names = [...message.matchAll(NAME)].map(([name]) => name).filter((name) => facts.generated.has(name));
    const feature = `${entry.user} ${entry.verb} ${count} ${normaliser.text(message)}`;
    return names.map((name): readonly [string, string] => [name, feature]);
  });
}

function messagesOf(entry: AuditEntry, body: Json | undefined): readonly string[] {
  if (isEvent(entry)) return [textAt(body, 'message') || textAt(body, 'note')];
  if (entry.subresource !== 'status' || entry.resource === 'pods') return [];
  return listAt(body, 'status', 'conditions').map((condition) => textAt(condition, 'message'));
}

const NAME = /[a-z0-9](?:[a-z0-9-]*[a-z0-9])?/g;

function distance(a: Bag, b: Bag): number {
  let sum = 0;
  for (const [feature, count] of a) sum += Math.abs(count - (b.get(feature) ?? 0));
  for (const [feature, count] of b) if (!a.has(feature)) sum += count;
  return sum;
}

const LARGEST_EXACT = 80;

/** Pairs siblings so that the stories of partners differ as little as possible. */
function pairUp(
  want: readonly string[],
  got: readonly string[],
  stories: { readonly want: ReadonlyMap<string, Bag>; readonly got: ReadonlyMap<string, Bag> },
): readonly (readonly [want: string, got: string])[] {
  const empty: Bag = new Map();
  const apart = (a: string, b: string) => distance(stories.want.get(a) ?? empty, stories.got.get(b) ?? empty);
  if (Math.max(want.length, got.length) > LARGEST_EXACT) return pairBySignature(want, got, stories);
  const swap = want.length > got.length;
  const [rows, columns] = swap ? [got, want] : [want, got];
  const costs = rows.map((row) => columns.map((column) => (swap ? apart(column, row) : apart(row, column))));
  return assign(costs).map((column, row): readonly [string, string] => {
    const one = rows[row] ?? '';
    const other = columns[column] ?? '';
    return swap ? [other, one] : [one, other];
  });
}

function pairBySignature(
  want: readonly string[],
  got: readonly string[],
  stories: { readonly want: ReadonlyMap<string, Bag>; readonly got: ReadonlyMap<string, Bag> },
): readonly (readonly [want: string, got: string])[] {
  const signature = (bag: Bag | undefined) => [...(bag ?? [])].map(String).sort().join('\n');
  const sorted = (names: readonly string[], bags: ReadonlyMap<string, Bag>) =>
    names
      .map((name) => ({ name, key: signature(bags.get(name)) }))
      .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const right = sorted(got, stories.got);
  const pairs: (readonly [string, string])[] = [];
  const left = sorted(want, stories.want).filter((item) => {
    const found = right.findIndex((other) => other.key === item.key);
    if (found < 0) return true;
    pairs.push([item.name, right.splice(found, 1)[0]?.name ?? '']);
    return false;
  });
  left.forEach((item, index) => {
    const other = right[index];
    if (other !== undefined) pairs.push([item.name, other.name]);
  });
  return pairs;
}

function level(facts: Facts, generated: Generated): number {
  const owner = facts.generated.get(generated.ownerName);
  return owner === undefined || owner === generated ? 0 : 1 + level(facts, owner);
}

export interface Matching {
  readonly want: Naming;
  readonly got: Naming;
  /** Renamings that were found: name in `want` → name in `got`. */
  readonly pairs: ReadonlyMap<string, string>;
}

/** Finds the renaming of `got` under which it is most like `want`. */
export function matchNames(want: Side, got: Side): Matching {
  const wantNodes = identity(want.facts.nodes.keys());
  const gotNodes = matchNodes(want.facts, got.facts);
  const bags = {
    want: stories(want, anonymous(want.facts, wantNodes)),
    got: stories(got, anonymous(got.facts, gotNodes)),
  };
  const pairs = new Map<string, string>();
  const gotNames = new Map<string, string>();
  const families = (facts: Facts, depth: number, rename: (name: string) => string) => {
    const found = new Map<string, string[]>();
    for (const item of facts.generated.values()) {
      if (level(facts, item) !== depth) continue;
      const prefix = depth === 0 ? item.prefix : item.prefix.replace(item.ownerName, rename(item.ownerName));
      const key = `${item.resource} ${item.namespace}/${prefix}`;
      found.set(key, [...(found.get(key) ?? []), item.name]);
    }
    return found;
  };
  for (let depth = 0; depth < 4; depth += 1) {
    const wanted = families(want.facts, depth, (name) => name);
    for (const [key, names] of families(got.facts, depth, (name) => gotNames.get(name) ?? name)) {
      for (const [one, other] of pairUp(wanted.get(key) ?? [], names, bags)) {
        pairs.set(one, other);
        gotNames.set(other, one);
      }
      let extra = 0;
      for (const name of names) {
        if (gotNames.has(name)) continue;
        extra += 1;
        gotNames.set(name, `${key.slice(key.indexOf('/') + 1)}+${extra}`);
      }
    }
  }
  return {
    want: { names: identity(want.facts.generated.keys()), nodes: wantNodes },
    got: { names: gotNames, nodes: gotNodes },
    pairs,
  };
}
