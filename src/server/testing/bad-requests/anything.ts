import { allResources, apiVersionOf, type ResourceInfo } from '../../../api/scheme/scheme.ts';
import { clusterWide, FUZZED, namespaced, type Sample, unusual } from './objects.ts';
import type { Chance } from './random.ts';
import type { BadRequest } from './request.ts';
import { JSON_TYPE, request } from './request.ts';

const SAMPLES: readonly Sample[] = [...namespaced(FUZZED), ...clusterWide(), ...unusual(FUZZED)];
/** Every collection that is served. */
const COLLECTIONS: readonly string[] = allResources().map(collectionOf);

function collectionOf(info: ResourceInfo): string {
  const root = info.group === '' ? '/api/v1' : `/apis/${apiVersionOf(info)}`;
  return `${root}${info.namespaced ? `/namespaces/${FUZZED}` : ''}/${info.resource}`;
}

const METHODS = ['GET', 'POST', 'POST', 'POST', 'PUT', 'PUT', 'PATCH', 'PATCH', 'DELETE', 'HEAD'] as const;
const TYPES = [
  JSON_TYPE,
  'application/yaml',
  'application/json; charset=utf-8',
  'text/plain',
  'application/vnd.kubernetes.protobuf',
];
const PATCH_TYPES = [
  'application/json-patch+json',
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/apply-patch+yaml',
];
const KEYS = [
  'limit',
  'continue',
  'resourceVersion',
  'resourceVersionMatch',
  'labelSelector',
  'fieldSelector',
  'dryRun',
  'fieldManager',
  'fieldValidation',
  'force',
  'pretty',
  'propagationPolicy',
  'gracePeriodSeconds',
  'timeoutSeconds',
  'allowWatchBookmarks',
  'sendInitialEvents',
];
const VALUES = [
  '',
  '0',
  '1',
  '-1',
  'true',
  'All',
  'Strict',
  'Exact',
  'NotOlderThan',
  'a=b',
  'metadata.name=x',
  '99999999999999999999',
  'me',
];
const SUBRESOURCES = [
  'status',
  'scale',
  'binding',
  'eviction',
  'token',
  'approval',
  'finalize',
  'ephemeralcontainers',
  'resize',
  'proxy',
  'log',
  'exec',
  'attach',
  'portforward',
];
const LEAVES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e20,
  '',
  'x',
  'X_',
  '1Gi',
  '10.0.0.1',
  [],
  {},
  [null],
  [{}],
  { a: null },
  '99999999999999999999',
];

/** Any request at all: an object that is almost right, sent somewhere that almost takes it. */
export function anything(chance: Chance): BadRequest {
  const sample = chance.of(SAMPLES);
  const method = chance.of(METHODS);
  const name = chance.of(['x', 'x', 'x', 'y', 'kube-root-ca.crt', 'default']);
  const whole = chance.once(9)
    ? chance.of(chance.once(2) ? COLLECTIONS : SAMPLES.map((each) => each.path))
    : sample.path;
  const collection = method === 'POST' && !chance.once(6);
  const sub = chance.once(5) ? `/${chance.of(SUBRESOURCES)}` : '';
  const path = collection || chance.once(8) ? whole : `${whole}/${name}${sub}`;
  const type =
    method === 'PATCH' && !chance.once(6) ? chance.of(PATCH_TYPES) : chance.once(6) ? chance.of(TYPES) : JSON_TYPE;
  const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(chance, sample, type);
  return request('anything', method, `${path}${queryOf(chance)}`, undefined, { body, type });
}

function bodyOf(chance: Chance, sample: Sample, type: string): unknown {
  if (chance.once(12)) return chance.noise();
  const name = chance.of(['x', 'x', 'y', undefined]);
  const own = (sample.object.metadata ?? {}) as { readonly name?: string };
  const metadata = { ...own, name: own.name === 'x' ? name : own.name, labels: { app: 'x' } };
  const named = { ...sample.object, metadata };
  if (type === PATCH_TYPES[0])
    return [
      {
        op: chance.of(['add', 'remove', 'replace', 'copy', 'move', 'test', 'x']),
        path: chance.of(['/spec', '/metadata/labels/a', '', '/x/y', 'z', '/metadata/name']),
        value: chance.of(LEAVES),
      },
    ];
  return changed(chance, named, chance.below(3));
}

/** The same with some values replaced, removed or added. */
function changed(chance: Chance, value: unknown, times: number): unknown {
  let result = value;
  for (let n = 0; n < times; n += 1) result = changedOnce(chance, result);
  return result;
}

export function changedOnce(chance: Chance, value: unknown): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0 || chance.once(4))
      return chance.once(2) ? [...value, chance.of(LEAVES)] : [...value, ...value];
    const at = chance.below(value.length);
    return value.map((item, index) => (index === at ? changedOnce(chance, item) : item));
  }
  if (typeof value !== 'object' || value === null || chance.once(10)) return chance.of(LEAVES);
  const keys = Object.keys(value);
  if (keys.length === 0 || chance.once(12)) return { ...value, [chance.word()]: chance.of(LEAVES) };
  const key = chance.of(keys);
  const { [key]: before, ...rest } = value as { readonly [key: string]: unknown };
  return chance.once(8) ? rest : { ...rest, [key]: changedOnce(chance, before) };
}

function queryOf(chance: Chance): string {
  if (!chance.once(3)) return '';
  const pairs = Array.from({ length: 1 + chance.below(3) }, () => {
    const value = chance.once(4) ? chance.noise() : chance.of(VALUES);
    return `${chance.of(KEYS)}=${encodeURIComponent(value)}`;
  });
  return `?${pairs.join('&')}`;
}
