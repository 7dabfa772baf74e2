import type { ApiRequest } from '../../ports/transport.ts';
import type { RequestInfo } from '../request/request-info.ts';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Paths that lead nowhere are without number. */
const NOT_FOUND = 404;

/** Microseconds up to which an answer belongs into a bucket. */
export const BOUNDS: readonly number[] = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
].map((seconds) => seconds * 1_000_000);

/** Requests of one kind: how many had which code, and how long they took. */
export class Measured {
  readonly codes = new Map<number, number>();
  /** By bucket; the last one has no bound. */
  readonly took: number[] = [];
  micros = 0;

  add(code: number, micros: number | undefined): void {
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    if (micros === undefined) return;
    let bucket = 0;
    while (micros > (BOUNDS[bucket] ?? micros)) bucket += 1;
    this.took[bucket] = (this.took[bucket] ?? 0) + 1;
    this.micros += micros;
  }
}

/** No label is put together while requests are counted. */
class Branch {
  private readonly branches = new Map<string, Branch>();
  private measured: Measured | undefined;

  at(label: string): Branch {
    let found = this.branches.get(label);
    if (found === undefined) {
      found = new Branch();
      this.branches.set(label, found);
    }
    return found;
  }

  add(code: number, micros: number | undefined): void {
    this.measured ??= new Measured();
    this.measured.add(code, micros);
  }

  *kinds(labels: readonly string[]): Iterable<readonly [labels: readonly string[], measured: Measured]> {
    if (this.measured !== undefined) yield [labels, this.measured];
    for (const [label, branch] of this.branches) yield* branch.kinds([...labels, label]);
  }
}

/** Requests that were answered, by what they were about. Deviation: dry runs are not told apart, and a watch is counted when it begins. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (v1.36)
export class RequestCounts {
  private readonly root = new Branch();

  /** `micros`: how long it took; undefined for what stays open. */
  add(info: RequestInfo, request: ApiRequest, code: number, micros: number | undefined): void {
    const { group, resource, subresource, version, path, isResource } = info;
    const about = this.root.at(group).at(resource).at(scopeOf(info));
    about
      .at(isResource || code === NOT_FOUND ? subresource : path)
      .at(verbOf(info, request))
      .at(version)
      .add(code, micros);
  }

  /** The values of the labels group, resource, scope, subresource, verb and version. */
  kinds(): Iterable<readonly [labels: readonly string[], measured: Measured]> {
    return this.root.kinds([]);
  }
}

function scopeOf({ isResource, name, namespace, verb }: RequestInfo): string {
  if (name !== '' || verb === 'create') return 'resource';
  if (namespace !== '') return 'namespace';
  return isResource ? 'cluster' : '';
}

/** Writes are called by their methods, reads by what they read. */
function verbOf({ verb }: RequestInfo, { headers }: ApiRequest): string {
  if (verb === 'patch') return headers['content-type'] === 'application/apply-patch+yaml' ? 'APPLY' : 'PATCH';
  return VERBS.get(verb) ?? verb.toUpperCase();
}

const VERBS: ReadonlyMap<string, string> = new Map([
  ['create', 'POST'],
  ['update', 'PUT'],
  ['get', 'GET'],
  ['list', 'LIST'],
  ['watch', 'WATCH'],
  ['delete', 'DELETE'],
  ['deletecollection', 'DELETECOLLECTION'],
]);
