import { allResources, qualifiedResource, type ResourceInfo, storageKey } from '../api/scheme/scheme.ts';
import { madeOnce } from '../base/pure.ts';

const ROOT = '/registry/';

const byWord = madeOnce(
  (): ReadonlyMap<string, ResourceInfo> =>
    new Map([...allResources()].reverse().map((info) => [qualifiedResource(info), info])),
);

/** The key under which etcd keeps the object that a subject names. */
export function keyOfSubject(subject: string): string | undefined {
  const [word = '', ...names] = subject.split('/');
  const info = byWord().get(word);
  const name = names.at(-1);
  if (name === undefined) return undefined;
  if (info === undefined) return customKey(word, names);
  const key = storageKey(info, names.length > 1 ? names[0] : undefined, name);
  return key.startsWith(ROOT) ? key : `${ROOT}${key}`;
}

/** A custom resource is kept under its group and its plural. */
function customKey(word: string, names: readonly string[]): string | undefined {
  const dot = word.indexOf('.');
  if (!word.slice(dot + 1).includes('.')) return undefined;
  return [`${ROOT}${word.slice(dot + 1)}`, word.slice(0, dot), ...names].join('/');
}

function customSubject([group = '', plural = '', ...names]: readonly string[]): string | undefined {
  if (!group.includes('.') || names.length < 1 || names.length > 2) return undefined;
  return [`${plural}.${group}`, ...names].join('/');
}

const byPrefix = madeOnce(
  (): ReadonlyMap<string, ResourceInfo> =>
    new Map([...allResources()].reverse().map((info) => [info.storagePrefix.replace(ROOT, ''), info])),
);

/** The subject that a key holds; undefined for keys that hold no object. */
export function subjectOfKey(key: string): string | undefined {
  const parts = key.slice(ROOT.length).split('/');
  for (let length = 1; length < parts.length; length += 1) {
    const info = byPrefix().get(parts.slice(0, length).join('/'));
    if (info === undefined || parts.length - length !== (info.namespaced ? 2 : 1)) continue;
    const word = info.group === '' ? info.resource : `${info.resource}.${info.group}`;
    return [word, ...parts.slice(length)].join('/');
  }
  return customSubject(parts);
}
