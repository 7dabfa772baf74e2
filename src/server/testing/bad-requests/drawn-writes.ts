import type { KObject } from '../../../api/types/meta.ts';
import { type TestCluster, testCluster } from '../../../cluster/apiserver/testing.ts';
import type { ApiResponse, Method } from '../../../cluster/ports/transport.ts';
import { clusterKinds } from '../../../steps/index.ts';
import { changedOnce } from './anything.ts';
import { clusterWide, FUZZED, namespaced, type Sample } from './objects.ts';
import { Chance } from './random.ts';
import { DEFINITION, THING } from './thing.ts';

/** Their controllers inside the server write them, too. */
const BUSY: ReadonlySet<string> = new Set(['FlowSchema', 'PriorityLevelConfiguration']);
const SAMPLES: readonly Sample[] = [
  ...[...namespaced(FUZZED), ...clusterWide()].filter(({ kind, path }) => !BUSY.has(kind) && !path.includes('/v1/hor')),
  ...Array<Sample>(12).fill(THING),
];
const PATCHES = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;
type Way = 'put' | keyof typeof PATCHES;
const WAYS: readonly Way[] = ['put', 'merge', 'strategic', 'json', 'apply'];

/** What was wrong after writes to objects that are there, each made dry first and then for good. */
export function drawnWrites(seed: number, count: number): readonly string[] {
  const chance = new Chance(seed);
  const writes = new Writes();
  const wrong: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const sample = chance.of(SAMPLES);
    const before = writes.read(sample);
    if (before !== undefined) wrong.push(...writes.judge(sample, before, changed(chance, before), chance.of(WAYS)));
  }
  return wrong;
}

/** Another spec, or whatever the kind has in its place, and sometimes other labels. */
function changed(chance: Chance, { apiVersion, kind, metadata, status, ...content }: KObject): KObject {
  const labels = chance.once(3) ? changedOnce(chance, metadata.labels ?? {}) : metadata.labels;
  const next = Object.fromEntries(
    Object.entries(content).map(([key, value]) => [key, chance.once(2) ? changedOnce(chance, value) : value]),
  );
  return { apiVersion, kind, metadata: { ...metadata, labels }, ...next, ...(status ? { status } : {}) } as KObject;
}

class Writes {
  private readonly cluster: TestCluster = testCluster({
    config: { compaction: false, periodicBookmarks: false },
    engine: { recording: 'off', maxSteps: 0 },
    kinds: clusterKinds,
  });

  constructor() {
    this.cluster.request('POST', '/api/v1/namespaces', { metadata: { name: FUZZED } });
    const account = { metadata: { name: 'default' } };
    this.cluster.request('POST', `/api/v1/namespaces/${FUZZED}/serviceaccounts`, account);
    this.cluster.request('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', DEFINITION);
  }

  /** The object of a sample, which is made if need be. */
  read({ path, object }: Sample): KObject | undefined {
    const there = this.cluster.request('GET', `${path}/x`);
    const { code, body } = there.code === 404 ? this.cluster.request('POST', path, object) : there;
    return code < 300 ? (body as KObject) : undefined;
  }

  judge(sample: Sample, before: KObject, next: KObject, way: Way): readonly string[] {
    const wrong: string[] = [];
    const expect = (right: boolean, what: string): void => {
      if (!right) wrong.push(`${sample.kind} ${way}: ${what}: ${JSON.stringify(next).slice(0, 600)}`);
    };
    const dry = this.write(sample, before, next, way, '?dryRun=All');
    expect(revision(this.read(sample)) === revision(before), 'a dry run wrote');
    const real = this.write(sample, before, next, way, '');
    const alike = dry.code === real.code && same(content(dry.body), content(real.body));
    expect(alike, `a dry run answers ${dry.code}, the write ${real.code}`);
    if (real.code !== 200) return wrong;
    const after = this.read(sample) as KObject;
    expect(same(after, real.body), 'another object was stored than answered');
    const back = this.cluster.request('PUT', `${sample.path}/x`, after);
    expect(back.code === 200 && revision(back.body) === revision(after), `put back as it is: ${back.code}`);
    return wrong;
  }

  private write({ path, kind }: Sample, before: KObject, next: KObject, way: Way, query: string): ApiResponse {
    const send = (method: Method, target: string, body: unknown, type: string): ApiResponse =>
      this.cluster.request(method, target, body, { headers: { 'content-type': type } });
    if (way === 'put') return send('PUT', `${path}/x${query}`, next, 'application/json');
    if (way === 'apply') {
      const { labels, name } = next.metadata;
      const config = { ...next, status: undefined, metadata: { name, ...(labels && { labels }) } };
      const target = `${path}/x${query === '' ? '?' : `${query}&`}fieldManager=applier&force=true`;
      return send('PATCH', target, config, PATCHES.apply);
    }
    const whole = Object.entries(next).map(([key, value]) => ({ op: 'add', path: `/${key}`, value }));
    const type = way === 'strategic' && kind === THING.kind ? PATCHES.merge : PATCHES[way];
    return send('PATCH', `${path}/x${query}`, way === 'json' ? whole : withoutGone(before, next), type);
  }
}

/** A patch takes out what it says to be null. */
function withoutGone(before: KObject, next: KObject): object {
  const gone = Object.keys(before).filter((key) => !(key in next));
  return { ...next, ...Object.fromEntries(gone.map((key) => [key, null])) };
}

const revision = (body: unknown): string | undefined => (body as KObject | undefined)?.metadata?.resourceVersion;

/** What does not depend on when it was written. */
function content(body: unknown): unknown {
  const { metadata, ...rest } = body as KObject;
  const { managedFields: _m, resourceVersion: _r, ...kept } = metadata;
  return { ...rest, metadata: kept };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
