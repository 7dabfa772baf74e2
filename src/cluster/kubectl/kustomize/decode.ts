// Models sigs.k8s.io/kustomize/api/types (v5.8) as encoding/json reads them

import { isFields } from '../../../api/go/json.ts';
import { parseManifests } from '../../../api/yaml/index.ts';
import type { Kustomization } from './kustomization.ts';
import { Wrong } from './loader.ts';

const TEXTS = 'map[string]string';
const NAMED =
  'ResId.Gvk.group string, ResId.Gvk.version string, ResId.Gvk.kind string, ResId.name string, ResId.namespace string';
const PAIRS =
  'GeneratorArgs.name string, GeneratorArgs.namespace string, GeneratorArgs.behavior string, GeneratorArgs.KvPairSources.literals []string, GeneratorArgs.KvPairSources.files []string, GeneratorArgs.KvPairSources.envs []string, GeneratorArgs.KvPairSources.env string, GeneratorArgs.options *types.GeneratorOptions';

/** The fields of each struct with their types, behind the structs that they are embedded with, as Go names them; `any` is not looked into. */
const STRUCTS: Readonly<Record<string, string>> = {
  Kustomization: `TypeMeta.apiVersion string, TypeMeta.kind string, metadata *types.ObjectMeta, openapi ${TEXTS}, namePrefix string, nameSuffix string, namespace string, commonLabels ${TEXTS}, labels []types.Label, commonAnnotations ${TEXTS}, patchesStrategicMerge []string, patchesJson6902 []types.Patch, patches []types.Patch, images []types.Image, imageTags []types.Image, replacements []types.ReplacementField, replicas []types.Replica, vars any, sortOptions *types.SortOptions, resources []string, components []string, crds []string, bases []string, configMapGenerator []types.ConfigMapArgs, secretGenerator []types.SecretArgs, helmGlobals any, helmCharts any, helmChartInflationGenerator any, generatorOptions *types.GeneratorOptions, configurations []string, generators []string, transformers []string, validators []string, buildMetadata []string`,
  ObjectMeta: `name string, namespace string, labels ${TEXTS}, annotations ${TEXTS}`,
  Label: `pairs ${TEXTS}, includeSelectors bool, includeTemplates bool, fields []types.FieldSpec`,
  FieldSpec: 'Gvk.group string, Gvk.version string, Gvk.kind string, path string, create bool',
  Patch: 'path string, patch string, target *types.Selector, options any',
  Selector: `${NAMED}, annotationSelector string, labelSelector string`,
  Image: 'name string, newName string, tagSuffix string, newTag string, digest string',
  Replica: 'name string, count int64',
  ReplacementField:
    'Replacement.source *types.SourceSelector, Replacement.sourceValue string, Replacement.targets []*types.TargetSelector, path string',
  SourceSelector: `${NAMED}, fieldPath string, options *types.FieldOptions`,
  TargetSelector: 'select *types.Selector, reject []*types.Selector, fieldPaths []string, options *types.FieldOptions',
  FieldOptions: 'delimiter string, index int, encoding string, create bool',
  SortOptions: 'order string, legacySortOptions *types.LegacySortOptions',
  LegacySortOptions: 'orderFirst []string, orderLast []string',
  GeneratorOptions: `labels ${TEXTS}, annotations ${TEXTS}, disableNameSuffixHash bool, immutable bool`,
  ConfigMapArgs: PAIRS,
  SecretArgs: `${PAIRS}, type string`,
};

/** A kustomization out of its file; one without anything is an empty object. */
export function decoded(text: string): Kustomization | Wrong {
  const { documents, errors } = parseManifests(text);
  const [error] = errors;
  if (error !== undefined) return invalid(error.message.replace('error converting YAML to JSON: ', ''));
  const value = documents[0]?.object ?? {};
  if (!isFields(value)) {
    return invalid(`json: cannot unmarshal ${kindOf(value)} into Go value of type types.Kustomization`);
  }
  const read = struct(value, 'Kustomization', '');
  return typeof read === 'string' ? invalid(`json: ${read}`) : (read as Kustomization);
}

const invalid = (message: string): Wrong => new Wrong(`invalid Kustomization: ${message}`);

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(name: string): ReadonlyMap<string, readonly [name: string, type: string]> {
  const pairs = (STRUCTS[name] as string).split(', ').map((pair) => pair.split(' ') as [string, string]);
  return new Map(pairs.map((pair) => [lastOf(pair[0]).toLowerCase(), pair]));
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** The same with the names that Go has, or what is wrong first: fields come in the order of the letters. */
function struct(value: Fields, name: string, path: string): Fields | string {
  const known = fieldsOf(name);
  const read: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const field = known.get(key.toLowerCase());
    if (field === undefined) return `unknown field ${JSON.stringify(key)}`;
    const [own, type] = field;
    const at = { name, path: path === '' ? own : `${path}.${own}` };
    const wrong = problemWith(value[key], type, at);
    if (typeof wrong === 'string') return wrong;
    if (value[key] !== null) read[lastOf(own)] = wrong.value;
  }
  return read;
}

interface Place {
  readonly name: string;
  readonly path: string;
}

/** A value as its type has it, or what is wrong with it. */
function problemWith(value: unknown, type: string, at: Place): { readonly value: unknown } | string {
  if (value === null || type === 'any') return { value };
  const mismatch = `cannot unmarshal ${kindOf(value)} into Go struct field ${at.name}.${at.path} of type ${type.replace('*', '')}`;
  if (type.startsWith('[]')) {
    if (!Array.isArray(value)) return mismatch.replace(/of type .*$/, `of type ${type}`);
    return every(value, (each) => problemWith(each ?? zeroOf(type.slice(2)), type.slice(2), at));
  }
  if (type === TEXTS) {
    if (!isFields(value)) return mismatch;
    const wrong = Object.keys(value)
      .sort()
      .map((key) => problemWith(value[key], 'string', at))
      .find((each) => typeof each === 'string');
    return wrong ?? { value };
  }
  if (type === 'string' || type === 'bool') {
    return typeof value === (type === 'bool' ? 'boolean' : 'string') ? { value } : mismatch;
  }
  if (type.startsWith('int')) {
    if (typeof value !== 'number') return mismatch;
    return Number.isInteger(value) ? { value } : mismatch.replace('number', `number ${value}`);
  }
  if (!isFields(value)) return mismatch;
  const read = struct(value, type.replace(/^\*?types\./, ''), at.path);
  return typeof read === 'string' ? read : { value: read };
}

/** What stands for nothing in a list. */
const zeroOf = (type: string): unknown => (type === 'string' ? '' : type.startsWith('types.') ? {} : null);

function every(
  values: readonly unknown[],
  read: (value: unknown) => { readonly value: unknown } | string,
): { readonly value: unknown } | string {
  const all: unknown[] = [];
  for (const value of values) {
    const one = read(value);
    if (typeof one === 'string') return one;
    all.push(one.value);
  }
  return { value: all };
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
