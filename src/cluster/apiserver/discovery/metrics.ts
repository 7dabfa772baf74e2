import type { ApiRequest } from '../../ports/transport.ts';
import type { RequestInfo } from '../request/request-info.ts';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The labels between which one counts, from the outermost on; none is put together while requests are counted. */
const LABELS = ['group', 'resource', 'scope', 'subresource', 'verb', 'version'];

/** Paths that lead nowhere are without number. */
const NOT_FOUND = 404;

class Branch {
  private readonly branches = new Map<string, Branch>();
  private readonly counts = new Map<number, number>();

  at(label: string): Branch {
    let found = this.branches.get(label);
    if (found === undefined) {
      found = new Branch();
      this.branches.set(label, found);
    }
    return found;
  }

  add(code: number): void {
    this.counts.set(code, (this.counts.get(code) ?? 0) + 1);
  }

  *lines(labels: readonly string[]): Iterable<string> {
    const named = labels.map((value, at) => `${LABELS[at]}="${value}"`).join(',');
    for (const [code, count] of this.counts)
      yield `apiserver_request_total{code="${code}",component="apiserver",dry_run="",${named}} ${count}`;
    for (const [label, branch] of this.branches) yield* branch.lines([...labels, label]);
  }
}

/** How many requests were answered, by what they were about and by code. Deviation: dry runs are not told apart. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (v1.36)
export class RequestCounts {
  private readonly root = new Branch();

  add(info: RequestInfo, request: ApiRequest, code: number): void {
    const { group, resource, subresource, version, path, isResource } = info;
    const about = this.root.at(group).at(resource).at(scopeOf(info));
    about
      .at(isResource || code === NOT_FOUND ? subresource : path)
      .at(verbOf(info, request))
      .at(version)
      .add(code);
  }

  lines(): readonly string[] {
    return [...this.root.lines([])].sort();
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
