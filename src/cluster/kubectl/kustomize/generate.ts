// Models sigs.k8s.io/kustomize/api/internal/{generators,kvpath} (v5.8)

import type { JsonObject, StringMap } from '../../../api/types/meta.ts';
import { base64 } from '../../../base/base64.ts';
import { type Failure, failure, isFailure } from '../errors.ts';
import { type Item, kindOf, metadataOf, nameOf } from './item.ts';
import type { GeneratorArgs, GeneratorOptions, Kustomization } from './kustomization.ts';

/** The text of a file beside the kustomization. */
export type ReadFile = (path: string) => string | undefined;

/** Adds what the generators make to what is there already, or puts it in the place of that. */
export function withGenerated(
  items: readonly Item[],
  kustomization: Kustomization,
  readFile: ReadFile,
): readonly Item[] | Failure {
  const { configMapGenerator = [], secretGenerator = [], generatorOptions = {} } = kustomization;
  let all = items;
  const wanted = [
    ...configMapGenerator.map((args) => ['ConfigMap', args] as const),
    ...secretGenerator.map((args) => ['Secret', args] as const),
  ];
  for (const [kind, args] of wanted) {
    const made = generated(kind, args, generatorOptions, readFile);
    if (isFailure(made)) return made;
    const joined = join(all, made, args.behavior ?? 'create');
    if (isFailure(joined)) return joined;
    all = joined;
  }
  return all;
}

function join(items: readonly Item[], made: Item, behavior: string): readonly Item[] | Failure {
  const at = items.findIndex((item) => kindOf(item) === kindOf(made) && item.names.includes(nameOf(made)));
  const before = items[at];
  const what = `${kindOf(made)}.v1.[noGrp]/${nameOf(made)}.[noNs]`;
  if (behavior === 'create' || behavior === '') {
    if (before === undefined) return [...items, made];
    return failure(`merging from generator: id resid.ResId for ${what} exists; behavior must be merge or replace`);
  }
  if (before === undefined)
    return failure(`merging from generator: id ${what} does not exist; cannot merge or replace`);
  const { data, metadata } = made.object;
  const object = {
    ...before.object,
    metadata: withTexts(before, metadata),
    data: behavior === 'merge' ? { ...(before.object.data as object), ...(data as object) } : data,
  };
  const joined: Item = { ...before, object: object as JsonObject };
  return items.map((item, place) => (place === at ? joined : item));
}

/** The name stays; labels and annotations come together. */
function withTexts(before: Item, added: unknown): object {
  const own = metadataOf(before) as { readonly labels?: StringMap; readonly annotations?: StringMap };
  const { labels, annotations } = added as typeof own;
  return {
    ...own,
    ...(labels === undefined ? {} : { labels: { ...own.labels, ...labels } }),
    ...(annotations === undefined ? {} : { annotations: { ...own.annotations, ...annotations } }),
  };
}

function generated(kind: string, args: GeneratorArgs, shared: GeneratorOptions, readFile: ReadFile): Item | Failure {
  const pairs = pairsOf(args, readFile);
  if (isFailure(pairs)) return pairs;
  const { name = '', namespace, type = 'Opaque' } = args;
  const labels = { ...shared.labels, ...args.options?.labels };
  const annotations = { ...shared.annotations, ...args.options?.annotations };
  const immutable = args.options?.immutable ?? shared.immutable ?? false;
  const isSecret = kind === 'Secret';
  const data = isSecret ? Object.fromEntries(Object.entries(pairs).map(([key, text]) => [key, base64(text)])) : pairs;
  const object = {
    apiVersion: 'v1',
    kind,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    },
    ...(Object.keys(data).length === 0 ? {} : { data }),
    ...(isSecret ? { type } : {}),
    ...(immutable ? { immutable } : {}),
  };
  const isHashed = !(args.options?.disableNameSuffixHash ?? shared.disableNameSuffixHash ?? false);
  return { object: object as JsonObject, names: [name], isHashed };
}

function pairsOf(args: GeneratorArgs, readFile: ReadFile): StringMap | Failure {
  const pairs: [string, string][] = [];
  for (const path of [...(args.envs ?? []), ...(args.env === undefined ? [] : [args.env])]) {
    const text = readFile(path);
    if (text === undefined) return missing(`env source files: [${args.envs?.join(' ') ?? path}]`, path);
    for (const line of text.split('\n').map((each) => each.trimStart())) {
      if (line === '' || line.startsWith('#')) continue;
      const equals = line.indexOf('=');
      pairs.push(equals < 0 ? [line, ''] : [line.slice(0, equals), line.slice(equals + 1)]);
    }
  }
  for (const literal of args.literals ?? []) {
    const equals = literal.indexOf('=');
    if (equals < 0) return failure(`literal values: invalid literal source ${literal}, expected key=value`);
    pairs.push([literal.slice(0, equals), literal.slice(equals + 1).replace(/^(["'])(.*)\1$/s, '$2')]);
  }
  for (const file of args.files ?? []) {
    const equals = file.indexOf('=');
    const path = equals < 0 ? file : file.slice(equals + 1);
    const text = readFile(path);
    if (text === undefined) return missing(`file sources: [${args.files?.join(' ')}]`, path);
    pairs.push([equals < 0 ? (path.split('/').at(-1) ?? path) : file.slice(0, equals), text]);
  }
  return Object.fromEntries(pairs);
}

function missing(what: string, path: string): Failure {
  return failure(
    `loading KV pairs: ${what}: evalsymlink failure on '${path}' : lstat ${path}: no such file or directory`,
  );
}
