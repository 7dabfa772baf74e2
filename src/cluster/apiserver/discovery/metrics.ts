import type { RequestInfo } from '../request/request-info.ts';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

type Counts = Map<string, Map<string, Map<number, number>>>;

/** How many requests were answered, by verb, resource and code. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/metrics/metrics.go (v1.36)
export class RequestCounts {
  private readonly counts: Counts = new Map();

  add({ verb, resource }: RequestInfo, code: number): void {
    const byResource = childOf(this.counts, verb);
    const byCode = childOf(byResource, resource);
    byCode.set(code, (byCode.get(code) ?? 0) + 1);
  }

  lines(): readonly string[] {
    const found: string[] = [];
    for (const [verb, byResource] of sorted(this.counts)) {
      for (const [resource, byCode] of sorted(byResource)) {
        for (const [code, count] of [...byCode].sort(([a], [b]) => a - b)) {
          const labels = `code="${code}",resource="${resource}",verb="${verb.toUpperCase()}"`;
          found.push(`apiserver_request_total{${labels}} ${count}`);
        }
      }
    }
    return found;
  }
}

function childOf<K, V>(map: Map<string, Map<K, V>>, key: string): Map<K, V> {
  let found = map.get(key);
  if (found === undefined) {
    found = new Map();
    map.set(key, found);
  }
  return found;
}

function sorted<V>(map: ReadonlyMap<string, V>): readonly (readonly [string, V])[] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}
