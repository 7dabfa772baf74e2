// Models sigs.k8s.io/kustomize/api/internal/target/kusttarget.go and api/resource/factory.go (v5.8)

import { isFields } from '../../../api/go/json.ts';
import { goValue } from '../../../api/go/print.ts';
import type { JsonObject } from '../../../api/types/meta.ts';
import { type ManifestDocument, parseManifests, printYaml, repeatedKeys } from '../../../api/yaml/index.ts';
import { normal } from '../session/files.ts';
import { decoded } from './decode.ts';
import { withGenerated } from './generate.ts';
import { type Item, itemOf, withoutEmptyAnnotations } from './item.ts';
import { COMPONENT, deprecations, type Kustomization, problemWith } from './kustomization.ts';
import { type Loader, Wrong, wrapped } from './loader.ts';
import { configured, merges, patched } from './patches.ts';
import { replaced } from './replacements.ts';
import { idOf } from './select.ts';
import { named, sized } from './transform.ts';

const NAMES: readonly string[] = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** A folder with its kustomization. */
export interface Target {
  readonly loader: Loader;
  readonly kustomization: Kustomization;
  /** The file that it was read from, as the folder calls it that is built. */
  readonly file: string;
  readonly origin: string;
}

export function loaded(loader: Loader, origin: string, warn: (text: string) => void): Target | Wrong {
  const found = NAMES.filter((name) => typeof loader.load(name) === 'string');
  const [name] = found;
  if (name === undefined) {
    const names = "'kustomization.yaml', 'kustomization.yml' or 'Kustomization'";
    return new Wrong(`unable to find one of ${names} in directory '${loader.root}'`);
  }
  if (found.length > 1) return new Wrong(`Found multiple kustomization files under: ${loader.root}\n`);
  const kustomization = decoded(loader.load(name) as string);
  if (kustomization instanceof Wrong) return kustomization;
  for (const warning of deprecations(kustomization)) warn(warning);
  const wrong = problemWith(kustomization, loader.root);
  return wrong ?? { loader, kustomization, file: joined(origin, name), origin };
}

/** What a kustomization makes of what is there already: nothing, but for a component. */
export function accumulated(
  target: Target,
  before: readonly Item[],
  warn: (text: string) => void,
): readonly Item[] | Wrong {
  const { kustomization, loader, file } = target;
  let items = before;
  for (const path of [...(kustomization.resources ?? []), ...(kustomization.bases ?? [])]) {
    const more = withResource(items, path, target, warn);
    if (more instanceof Wrong) return wrapped(more, 'accumulating resources');
    items = more;
  }
  const generated = withGenerated(items, kustomization, loader, file);
  if (generated instanceof Wrong) return generated;
  items = generated;
  for (const chart of kustomization.helmCharts ?? []) {
    return configured('HelmChartInflationGenerator', chart, new Wrong('must specify --enable-helm'));
  }
  for (const path of kustomization.components ?? []) {
    const more = withComponent(items, path, target, warn);
    if (more instanceof Wrong) return wrapped(more, 'accumulating components');
    items = more;
  }
  return transformed(items, kustomization, loader);
}

function transformed(items: readonly Item[], kustomization: Kustomization, loader: Loader): readonly Item[] | Wrong {
  const { patches = [], patchesStrategicMerge = [], patchesJson6902 = [] } = kustomization;
  const plain = merges(patchesStrategicMerge, loader);
  if (plain instanceof Wrong) return plain;
  const changed = patched(items, [...plain, ...patches], loader);
  if (changed instanceof Wrong) return changed;
  const called = named(changed, kustomization);
  const others =
    called instanceof Wrong ? called : patched(called, patchesJson6902, loader, 'PatchJson6902Transformer');
  if (others instanceof Wrong) return others;
  const grown = sized(others, kustomization);
  return grown instanceof Wrong ? grown : replaced(grown, kustomization, loader);
}

/** A file, or else a folder. */
function withResource(
  items: readonly Item[],
  path: string,
  target: Target,
  warn: (text: string) => void,
): readonly Item[] | Wrong {
  const { loader, origin } = target;
  if (/^(?:https?|ssh|git):|^git@|^github\.com\//.test(path)) {
    return new Wrong(`${path} lies on another machine, which is not modelled`);
  }
  const place = joined(origin, path);
  const found = fromFile(path, loader, place);
  const added =
    found instanceof Wrong
      ? wrapped(found, `accumulating resources from '${path}'`)
      : merged(items, found, `merging resources from '${path}'`);
  if (!(added instanceof Wrong)) return added;
  const inner = loader.open(path);
  const prefix = `accumulation err='${added.message}'`;
  if (inner instanceof Wrong) return added.isMalformed ? added : wrapped(inner, prefix);
  const all = withFolder(items, inner, place, false, warn);
  return all instanceof Wrong ? wrapped(all, prefix) : all;
}

function withComponent(
  items: readonly Item[],
  path: string,
  { loader, origin }: Target,
  warn: (text: string) => void,
): readonly Item[] | Wrong {
  const inner = loader.open(path);
  if (inner instanceof Wrong) return new Wrong(`loader.New ${JSON.stringify(inner.message)}`);
  const all = withFolder(items, inner, joined(origin, path), true, warn);
  return all instanceof Wrong ? new Wrong(`accumulateDirectory: ${JSON.stringify(all.message)}`) : all;
}

function withFolder(
  items: readonly Item[],
  loader: Loader,
  origin: string,
  isComponent: boolean,
  warn: (text: string) => void,
): readonly Item[] | Wrong {
  const { root } = loader;
  const target = loaded(loader, origin, warn);
  if (target instanceof Wrong) return wrapped(target, `couldn't make target for path '${root}'`);
  const kind = target.kustomization.kind ?? 'Kustomization';
  if (isComponent && kind !== COMPONENT) {
    return new Wrong(`expected kind '${COMPONENT}' for path '${root}' but got '${kind}'`);
  }
  if (!isComponent && kind === COMPONENT) return new Wrong(`expected kind != '${COMPONENT}' for path '${root}'`);
  const all = accumulated(target, isComponent ? items : [], warn);
  if (all instanceof Wrong) return wrapped(all, `recursed accumulation of path '${root}'`);
  return merged(isComponent ? [] : items, all, `recursed merging from path '${root}'`);
}

/** Objects that come together: each is there once. */
function merged(items: readonly Item[], more: readonly Item[], told: string): readonly Item[] | Wrong {
  const repeated = repeatedIn([...items, ...more]);
  return repeated === undefined ? [...items, ...more] : wrapped(repeated, told);
}

/** No namespace is the one that is called default. */
function repeatedIn(items: readonly Item[]): Wrong | undefined {
  const ids = new Set<string>();
  for (const item of items) {
    const id = idOf(item);
    const key = id.replace(/\.\[noNs\]$/, '.default');
    if (ids.has(key)) return new Wrong(`may not add resource with an already registered id: ${id}`);
    ids.add(key);
  }
  return undefined;
}

function fromFile(path: string, loader: Loader, place: string): readonly Item[] | Wrong {
  const text = loader.load(path);
  if (text instanceof Wrong) return text;
  const { documents, errors } = parseManifests(text, 'newer');
  if (errors[0] !== undefined) {
    const message = errors[0].message.replace('error converting YAML to JSON: ', '');
    return new Wrong(`MalformedYAMLError: ${message} in File: ${path}`, true);
  }
  const items: Item[] = [];
  for (const { object, range } of documents) {
    if (object === null || (isFields(object) && Object.keys(object).length === 0)) continue;
    if (!isFields(object)) return new Wrong('missing Resource metadata');
    const list = object as { readonly kind?: string; readonly items?: readonly JsonObject[] };
    const isList = (list.kind ?? '').endsWith('List') && Array.isArray(list.items);
    for (const member of isList ? (list.items ?? []) : [object as JsonObject]) {
      const wrong = namelessness(member);
      if (wrong !== undefined) return wrong;
      const item = { ...withoutEmptyAnnotations(itemOf(member)), origin: printYaml({ path: place }) };
      const problem = repeatedKeysIn(text, range);
      items.push(problem === undefined ? item : { ...item, problem });
    }
  }
  return repeatedIn(items) ?? items;
}

/** The keys that stand twice in a document, by the lines that it has when it is written without empty ones. */
function repeatedKeysIn(text: string, { startLine, endLine }: ManifestDocument['range']): string | undefined {
  const lines = text.split('\n').slice(startLine - 1, endLine);
  const found = repeatedKeys(lines.filter((line) => line.trim() !== '').join('\n'));
  if (found.length === 0) return undefined;
  const told = found.map(
    ({ name, line, firstLine }) =>
      `  line ${line}: mapping key ${JSON.stringify(name)} already defined at line ${firstLine}`,
  );
  return ['yaml: unmarshal errors:', ...told].join('\n');
}

/** What an object must have to be one. */
function namelessness(object: JsonObject): Wrong | undefined {
  const { apiVersion = '', kind = '', metadata } = object as Readonly<Record<string, string | undefined>>;
  if (apiVersion === '' && kind === '' && metadata === undefined) return new Wrong('missing Resource metadata');
  const { name = '', namespace = '', labels = {}, annotations = {} } = (metadata ?? {}) as JsonObject;
  const told = `{{${apiVersion} ${kind}} {{${name} ${namespace}} ${goValue(labels)} ${goValue(annotations)}}}`;
  if (kind === '') return new Wrong(`missing kind in object ${told}`);
  return name === '' && !kind.endsWith('List') ? new Wrong(`missing metadata.name in object ${told}`) : undefined;
}

/** `../base` and `../x/y.yaml`, as the folder that is built would name it. */
const joined = (origin: string, path: string): string => normal(`${origin}/${path}`).replace(/^\//, '');
