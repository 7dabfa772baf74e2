// Models sigs.k8s.io/kustomize/api/internal/{generators,kvpath} (v5.8)

import type { JsonObject, StringMap } from '../../../api/types/meta.ts';
import { base64 } from '../../../base/bytes/base64.ts';
import { type Item, isKnownAs, itemOf, kindOf, metadataOf, nameOf, namespaceOf } from './item.ts';
import type { GeneratorArgs, GeneratorOptions, Kustomization } from './kustomization.ts';
import { type Loader, Wrong, wrapped } from './loader.ts';

/** Adds what the generators make to what is there already, or puts it in the place of that. */
export function withGenerated(
  items: readonly Item[],
  kustomization: Kustomization,
  loader: Loader,
  file: string,
): readonly Item[] | Wrong {
  const { configMapGenerator = [], secretGenerator = [], generatorOptions = {} } = kustomization;
  let all = items;
  const wanted = [
    ...configMapGenerator.map((args) => ['ConfigMap', args] as const),
    ...secretGenerator.map((args) => ['Secret', args] as const),
  ];
  for (const [kind, args] of wanted) {
    const made = generated(kind, args, generatorOptions, loader);
    if (made instanceof Wrong) return made;
    const origin = `configuredIn: ${file}\nconfiguredBy:\n  apiVersion: builtin\n  kind: ${kind}Generator\n`;
    const joined = join(all, { ...made, origin }, args.behavior ?? '');
    if (joined instanceof Wrong) return wrapped(joined, 'merging from generator &{0xc000123450 <nil>}');
    all = joined;
  }
  return all;
}

const BEHAVIORS: readonly string[] = ['create', 'merge', 'replace'];

function join(items: readonly Item[], made: Item, wanted: string): readonly Item[] | Wrong {
  const behavior = BEHAVIORS.includes(wanted) ? wanted : 'unspecified';
  const namespace = namespaceOf(made);
  const before = items.find((item) => isKnownAs(item, made));
  const gvk = `resid.Gvk{Group:"", Version:"v1", Kind:"${kindOf(made)}", isClusterScoped:false}`;
  const id = `resid.ResId{Gvk:${gvk}, Name:"${nameOf(made)}", Namespace:"${namespace}"}`;
  if (before === undefined) {
    if (behavior === 'create' || behavior === 'unspecified') return [...items, { ...made, behavior }];
    return new Wrong(`id ${id} does not exist; cannot merge or replace`);
  }
  if (behavior !== 'merge' && behavior !== 'replace')
    return new Wrong(`id ${id} exists; can not use behavior: '${behavior}', behavior must be merge or replace`);
  const { data, metadata } = made.object;
  const all = behavior === 'merge' ? { ...(before.object.data as object), ...(data as object) } : data;
  const object = { ...made.object, metadata: withTexts(before, metadata), ...(all === undefined ? {} : { data: all }) };
  const joined: Item = {
    ...before,
    object: object as JsonObject,
    isHashed: before.isHashed && made.isHashed,
    behavior,
  };
  return items.map((item) => (item === before ? joined : item));
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

function generated(kind: string, args: GeneratorArgs, shared: GeneratorOptions, loader: Loader): Item | Wrong {
  const { name = '', namespace, type = 'Opaque' } = args;
  if (name === '') return new Wrong(`a ${kind.toLowerCase()} must have a name`);
  const read = pairsOf(args, loader);
  if (read instanceof Wrong) return wrapped(read, 'loading KV pairs');
  const twice = read.find(([key], at) => read.findIndex(([other]) => other === key) < at);
  if (twice !== undefined) return new Wrong(`${kind.toLowerCase()} ${name} illegally repeats the key \`${twice[0]}\``);
  const pairs = Object.fromEntries(read);
  const labels = { ...shared.labels, ...args.options?.labels };
  const annotations = { ...shared.annotations, ...args.options?.annotations };
  const immutable = args.options?.immutable === true || shared.immutable === true;
  const isSecret = kind === 'Secret';
  const data = isSecret
    ? Object.fromEntries(Object.entries(pairs).map(([key, text]) => [key, inLines(base64(text))]))
    : pairs;
  const object = {
    apiVersion: 'v1',
    kind,
    metadata: {
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(Object.keys(labels).length === 0 ? {} : { labels }),
      ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    },
    ...(Object.keys(data).length === 0 && !isSecret ? {} : { data }),
    ...(isSecret ? { type } : {}),
    ...(immutable ? { immutable } : {}),
  };
  const isHashed = args.options?.disableNameSuffixHash !== true && shared.disableNameSuffixHash !== true;
  return { ...itemOf(object as JsonObject), isHashed };
}

/** What is longer than a line is told in several. */
function inLines(text: string): string {
  return text.length < 70 ? text : text.replace(/.{1,70}/g, '$&\n');
}

function pairsOf(args: GeneratorArgs, loader: Loader): readonly (readonly [string, string])[] | Wrong {
  const pairs: (readonly [string, string])[] = [];
  const { envs = [], env, literals = [], files = [] } = args;
  const sources = [...envs, ...(env === undefined ? [] : [env])];
  for (const path of sources) {
    const text = loader.load(path);
    if (text instanceof Wrong) return wrapped(text, `env source files: [${sources.join(' ')}]`);
    for (const line of text.split(/\r?\n/).map((each) => each.trimStart())) {
      if (line === '' || line.startsWith('#')) continue;
      const equals = line.indexOf('=');
      if (equals !== 0) pairs.push(equals < 0 ? [line, ''] : [line.slice(0, equals), line.slice(equals + 1)]);
    }
  }
  for (const literal of literals) {
    const equals = literal.indexOf('=');
    if (equals <= 0) {
      return new Wrong(
        `literal sources [${literals.join(' ')}]: invalid literal source ${literal}, expected key=value`,
      );
    }
    pairs.push([literal.slice(0, equals), literal.slice(equals + 1).replace(/^(["'])(.*)\1$/s, '$2')]);
  }
  for (const file of files) {
    const equals = file.indexOf('=');
    const path = equals < 0 ? file : file.slice(equals + 1);
    const lack =
      equals === 0
        ? `key name for file path "${path}"`
        : path === ''
          ? `file path for key name "${file.slice(0, -1)}"`
          : '';
    const text = lack === '' ? loader.load(path) : new Wrong(`missing ${lack} in source "${file}"`);
    if (text instanceof Wrong) return wrapped(text, `file sources: [${files.join(' ')}]`);
    pairs.push([equals < 0 ? (path.split('/').at(-1) ?? path) : file.slice(0, equals), text]);
  }
  return pairs;
}
