import type { Micros } from '../../../base/time/units.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { ApiRequest } from '../../ports/transport.ts';
import type { RequestInfo } from './request-info.ts';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Paths that lead nowhere are without number. */
const NOT_FOUND = 404;

/** Microseconds up to which an answer belongs into a bucket. */
export const BOUNDS: readonly number[] = [
  0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60,
].map((seconds) => seconds * SECOND);

/** Answers of one kind of request: how many had which code, and how long they took. */
export class Measured {
  /** Hardly any kind is answered with more than two. */
  readonly codes: { readonly code: number; count: number }[] = [];
  /** By bucket; the last one has no bound. */
  readonly took: number[] = [];
  micros = 0;

  /** `micros`: how long it took; undefined for what stays open. */
  add(code: number, micros: Micros | undefined): void {
    this.count(code);
    if (micros === undefined) return;
    let bucket = 0;
    while (micros > (BOUNDS[bucket] ?? micros)) bucket += 1;
    this.took[bucket] = (this.took[bucket] ?? 0) + 1;
    this.micros += micros;
  }

  private count(code: number): void {
    for (const each of this.codes) {
      if (each.code !== code) continue;
      each.count += 1;
      return;
    }
    this.codes.push({ code, count: 1 });
  }
}

/** A kind of request. */
interface Kind {
  readonly verb: string;
  readonly isApplied: boolean;
  readonly scope: string;
  /** The subresource; of what is no resource, the path. */
  readonly place: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly measured: Measured;
}

/** Requests that were answered, by what they were about. Deviation: dry runs are not told apart, and a watch is counted when it begins. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (v1.36)
export class RequestCounts {
  /** By resource or path, of which each has few kinds: labels are put together when somebody reads them. */
  private readonly counted = new Map<string, Kind[]>();

  /** Where answers with this code to requests of this kind are counted; of a resource, answers with any code. */
  of(info: RequestInfo, request: ApiRequest, code: number): Measured {
    const place = info.isResource || code === NOT_FOUND ? info.subresource : info.path;
    const about = info.isResource ? info.resource : place;
    let kinds = this.counted.get(about);
    if (kinds === undefined) {
      kinds = [];
      this.counted.set(about, kinds);
    }
    return kindIn(kinds, info, request, place).measured;
  }

  /** The values of the labels group, resource, scope, subresource, verb and version. */
  *kinds(): Iterable<readonly [labels: readonly string[], measured: Measured]> {
    for (const kinds of this.counted.values()) {
      for (const { verb, isApplied, scope, place, group, version, resource, measured } of kinds)
        yield [[group, resource, scope, place, verbLabel(verb, isApplied), version], measured];
    }
  }
}

function kindIn(kinds: Kind[], info: RequestInfo, { headers }: ApiRequest, place: string): Kind {
  const { verb, group, version, resource } = info;
  const scope = scopeOf(info);
  const isApplied = verb === 'patch' && headers['content-type'] === APPLY;
  for (const each of kinds) {
    if (each.verb !== verb || each.scope !== scope || each.place !== place || each.isApplied !== isApplied) continue;
    if (each.version !== version || each.group !== group || each.resource !== resource) continue;
    return each;
  }
  const kind = { verb, isApplied, scope, place, group, version, resource, measured: new Measured() };
  kinds.push(kind);
  return kind;
}

const APPLY = 'application/apply-patch+yaml';

function scopeOf({ isResource, name, namespace, verb }: RequestInfo): string {
  if (name !== '' || verb === 'create') return 'resource';
  if (namespace !== '') return 'namespace';
  return isResource ? 'cluster' : '';
}

/** Writes are called by their methods, reads by what they read. */
function verbLabel(verb: string, isApplied: boolean): string {
  return isApplied ? 'APPLY' : (VERBS.get(verb) ?? verb.toUpperCase());
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
