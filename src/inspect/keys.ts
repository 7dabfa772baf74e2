import { allResources, qualifiedResource, type ResourceInfo, storageKey } from '../api/scheme.ts';

const ROOT = '/registry/';

let byWord: Map<string, ResourceInfo> | undefined;

/** The key under which etcd keeps the object that a subject names. */
export function keyOfSubject(subject: string): string | undefined {
  const [word = '', ...names] = subject.split('/');
  byWord ??= new Map([...allResources()].reverse().map((info) => [qualifiedResource(info), info]));
  const info = byWord.get(word);
  if (info === undefined) return undefined;
  const name = names.at(-1);
  if (name === undefined) return undefined;
  const key = storageKey(info, names.length > 1 ? names[0] : undefined, name);
  return key.startsWith(ROOT) ? key : `${ROOT}${key}`;
}

let byPrefix: Map<string, ResourceInfo> | undefined;

/** The subject that a key holds; undefined for keys that hold no object. */
export function subjectOfKey(key: string): string | undefined {
  byPrefix ??= new Map([...allResources()].reverse().map((info) => [info.storagePrefix.replace(ROOT, ''), info]));
  const parts = key.slice(ROOT.length).split('/');
  for (let length = 1; length < parts.length; length += 1) {
    const info = byPrefix.get(parts.slice(0, length).join('/'));
    if (info === undefined || parts.length - length !== (info.namespaced ? 2 : 1)) continue;
    const word = info.group === '' ? info.resource : `${info.resource}.${info.group}`;
    return [word, ...parts.slice(length)].join('/');
  }
  return undefined;
}
