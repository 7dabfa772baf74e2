import { decodeStrict } from '../../../api/decoding/decode.ts';
import { shapeOfObject } from '../../../api/fields/shape.ts';
import { compareText } from '../../../api/go/json.ts';
import type { Struct } from '../../../api/schema/language.ts';
import { structOf } from '../../../api/schema/packages.ts';
import type { KObject, ManagedFieldsEntry, ObjectMeta } from '../../../api/types/meta.ts';
import { splitGroupVersion } from '../../../api/values/group-version.ts';
import { type TestCluster, testCluster } from '../../../cluster/apiserver/testing.ts';
import type { ApiResponse, Method } from '../../../cluster/ports/transport.ts';
import { clusterKinds } from '../../../steps/index.ts';
import { decodeProtobuf } from '../../wire/protobuf.ts';
import { encodeProtobuf } from '../../wire/protobuf-encode.ts';
import { changedOnce } from './anything.ts';
import { clusterWide, FUZZED, namespaced, type Sample, unusual } from './objects.ts';
import { withPlanted } from './planted-zeros.ts';
import { Chance } from './random.ts';

/** Their controllers inside the server write them, too. */
const BUSY: ReadonlySet<string> = new Set(['FlowSchema', 'PriorityLevelConfiguration']);
const KEPT: readonly Sample[] = [...namespaced(FUZZED), ...clusterWide()].filter(
  ({ kind, path }) => !BUSY.has(kind) && !path.includes('/v1/hor'),
);
const MADE: readonly Sample[] = [...namespaced(FUZZED), ...clusterWide(), ...unusual(FUZZED)];

const PATCHES = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;
type Way = 'create' | 'put' | 'protobuf' | keyof typeof PATCHES;
const WAYS: readonly Way[] = ['create', 'put', 'protobuf', 'merge', 'strategic', 'json', 'apply'];

/**
 * Two servers are told the same, but one of them with empty values in fields that the other is not told of.
 * What they answer and what they have must be the same; what was not is returned.
 */
export function emptyFields(seed: number, count: number): readonly string[] {
  const chance = new Chance(seed);
  const wrong: string[] = [];
  let pair = new Pair();
  for (let n = 0; n < count; n += 1) {
    const difference = pair.draw(chance);
    if (difference === undefined) continue;
    wrong.push(`#${n} ${difference}`);
    // From here on they would differ anyway.
    pair = new Pair();
  }
  return wrong;
}

class Pair {
  private readonly plain = server();
  private readonly planted = server();

  draw(chance: Chance): string | undefined {
    const way = chance.of(WAYS);
    if (way === 'create') return this.create(chance, chance.of(MADE));
    const sample = chance.of(KEPT);
    const path = `${sample.path}/x`;
    const before = this.plain.request('GET', path).body as KObject;
    if (before.kind !== sample.kind) return this.create(chance, sample, true);
    if (chance.once(40)) return this.remove(path);
    const own = this.planted.request('GET', path).body as KObject;
    const change = new Changed(chance, sample, before, own, this.told);
    if (way !== 'apply') return change.by(way);
    // Who applies comes to own what it said, empty values too, and all that follows differs: each object is applied to twice, and goes.
    return change.applied() ?? change.applied() ?? this.remove(path);
  }

  /** Only what others are made from is stored. */
  private create(chance: Chance, sample: Sample, stored = false): string | undefined {
    const name = stored ? 'x' : chance.of(['x', 'y']);
    const given = sample.object.metadata as ObjectMeta | undefined;
    const metadata = given?.name === 'x' ? { ...given, name } : given;
    const object = { ...(stored ? sample.object : spoilt(chance, sample.object)), ...(metadata && { metadata }) };
    const planted = withPlanted(chance, structFor(object), object);
    const path = `${sample.path}${stored ? '' : '?dryRun=All'}`;
    return this.told('POST', path, object, planted, stored ? `${sample.path}/x` : undefined);
  }

  private remove(path: string): string | undefined {
    return this.told('DELETE', path, undefined, undefined, path);
  }

  /** `place`: where what was written can be looked at. */
  private readonly told: Tell = (method, path, plain, planted, place, type = 'application/json') => {
    const options = { headers: { 'content-type': type } };
    const [a, b] = [
      this.plain.request(method, path, plain, options),
      this.planted.request(method, path, planted, options),
    ];
    const both = `${JSON.stringify(planted)}\n  ${JSON.stringify(plain)}`;
    const difference = differenceOf(a, b);
    if (difference !== undefined) return `${method} ${type} ${path} ${difference}\n  ${both}`;
    if (place === undefined || a.code >= 300) return undefined;
    const kept = differenceOf(this.plain.request('GET', place), this.planted.request('GET', place));
    return kept === undefined ? undefined : `${method} ${type} ${path} is kept as ${kept}\n  ${both}`;
  };
}

type Tell = (
  method: Method,
  path: string,
  plain: unknown,
  planted: unknown,
  place: string | undefined,
  type?: string,
) => string | undefined;

/** One change of an object: as it is on the one server, and with more on the other. */
class Changed {
  private readonly place: string;
  private readonly path: string;
  private readonly next: KObject;
  private readonly struct: Struct;

  constructor(
    private readonly chance: Chance,
    { path }: Sample,
    private readonly before: KObject,
    private readonly own: KObject,
    private readonly told: Tell,
  ) {
    const isStatus = before.status !== undefined && chance.once(4);
    this.place = `${path}/x`;
    this.path = isStatus ? `${this.place}/status` : this.place;
    this.next = spoilt(chance, bare(before)) as KObject;
    this.struct = structFor(before);
  }

  by(way: Exclude<Way, 'create' | 'apply'>): string | undefined {
    if (way === 'put' || way === 'protobuf') return this.put(way === 'protobuf');
    const { before, next } = this;
    const other = this.planted(next, false) as KObject;
    if (way === 'json') return this.patch(added(next), added(other), PATCHES.json);
    return this.patch(withoutGone(before, next), withoutGone(before, other), PATCHES[way]);
  }

  applied(): string | undefined {
    const { labels, name } = this.next.metadata;
    const config = { ...this.next, metadata: { name, ...(labels && { labels }) } };
    return this.patch(config, this.planted(config, true), PATCHES.apply, '?fieldManager=applier&force=true');
  }

  private put(isProtobuf: boolean): string | undefined {
    const { next, before, own } = this;
    const of = ({ metadata: { resourceVersion } }: KObject): KObject => ({
      ...next,
      metadata: { ...next.metadata, resourceVersion } as ObjectMeta,
    });
    const other = withPlanted(this.chance, this.struct, of(own));
    return this.told('PUT', this.path, of(before), isProtobuf ? throughProtobuf(other) : other, this.place);
  }

  private patch(plain: unknown, planted: unknown, type: string, query = ''): string | undefined {
    return this.told('PATCH', `${this.path}${query}`, plain, planted, this.place, type);
  }

  private planted(object: object, isApplied: boolean): object {
    const ground = { before: this.own, shape: shapeOfObject(this.before), isApplied };
    return withPlanted(this.chance, this.struct, object, ground);
  }
}

function server(): TestCluster {
  const cluster = testCluster({
    config: { compaction: false, periodicBookmarks: false },
    engine: { recording: 'off', maxSteps: 0 },
    kinds: clusterKinds,
  });
  cluster.request('POST', '/api/v1/namespaces', { metadata: { name: FUZZED } });
  cluster.request('POST', `/api/v1/namespaces/${FUZZED}/serviceaccounts`, { metadata: { name: 'default' } });
  return cluster;
}

function structFor(object: object): Struct {
  const { apiVersion = '', kind = '' } = object as Partial<KObject>;
  return structOf(...splitGroupVersion(apiVersion), kind) as Struct;
}

/** Mostly another spec, or whatever the kind has in its place, and sometimes other labels. */
function spoilt(chance: Chance, object: object): object {
  const { apiVersion, kind, metadata, ...content } = object as KObject;
  const entries = Object.entries(content).map(([key, value]) => [
    key,
    chance.once(3) ? changedOnce(chance, value) : value,
  ]);
  const labels = chance.once(5) ? changedOnce(chance, metadata?.labels ?? {}) : metadata?.labels;
  const marked = metadata === undefined ? undefined : { metadata: { ...metadata, ...(labels ? { labels } : {}) } };
  return { apiVersion, kind, ...marked, ...Object.fromEntries(entries) };
}

/** Without what the two servers may say differently. */
function bare(object: KObject): KObject {
  const { managedFields: _m, resourceVersion: _r, creationTimestamp: _c, ...metadata } = object.metadata;
  return { ...object, metadata } as KObject;
}

/** What cannot be said in protobuf stays as it is. */
function throughProtobuf(object: object): unknown {
  const { apiVersion = '', kind = '' } = object as Partial<KObject>;
  const [group, version] = splitGroupVersion(apiVersion);
  const { error, unknownFields } = decodeStrict({ group, version, kind }, object, { strict: true });
  const bytes = error === undefined && unknownFields.length === 0 ? encodeProtobuf(object) : undefined;
  const decoded = bytes === undefined ? undefined : decodeProtobuf(bytes);
  return decoded !== undefined && 'object' in decoded ? decoded.object : object;
}

function added(next: object): readonly object[] {
  return Object.entries(next).map(([key, value]) => ({ op: 'add', path: `/${key}`, value }));
}

/** A patch takes out what it says to be null. */
function withoutGone(before: KObject, next: KObject): object {
  const gone = Object.keys(before).filter((key) => !(key in next));
  return { ...next, ...Object.fromEntries(gone.map((key) => [key, null])) };
}

function differenceOf(plain: ApiResponse, planted: ApiResponse): string | undefined {
  const [a, b] = [content(plain), content(planted)];
  return a === b ? undefined : `${plain.code} ${a.slice(0, 1500)}\n  ${planted.code} ${b.slice(0, 1500)}`;
}

/** What an answer says, but for times and revisions, and for what an applier owns: that is what it said. */
function content({ code, body }: ApiResponse): string {
  return JSON.stringify({ code, body }, (key, value: unknown) => {
    if (key === 'resourceVersion' || key === 'token') return undefined;
    if (key === 'managedFields') {
      const others = (value as ManagedFields).filter(({ operation }) => operation !== 'Apply');
      return others.length === 0 ? undefined : others.sort((a, b) => compareText(placeOf(a), placeOf(b)));
    }
    if (typeof value === 'string') return ECHOES.reduce((text, echo) => text.replace(echo, ''), value);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? sorted(value) : value;
  });
}

type ManagedFields = readonly ManagedFieldsEntry[];

/** Entries stand in the order of their times. */
const placeOf = ({ manager, apiVersion, subresource }: ManagedFieldsEntry): string =>
  [manager, apiVersion, subresource].join(' ');

/** What is refused is told with what it leads to, or by the first of several mistakes in the order of its text. */
const ECHOES: readonly RegExp[] = [
  /Invalid value: "(?:map\[|{)[\s\S]*": /,
  /list element types are not identical: [\s\S]*/,
  /map: map\[[\s\S]*\] does not contain declared/,
  /(?:json: cannot unmarshal|illegal base64|parsing time|quantities must|unable to parse) .*/,
  /\d{4}-\d\d-\d\dT[\d:.]+Z/g,
];

function sorted(object: object): object {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
