// Models staging/src/k8s.io/component-base/metrics/legacyregistry/registry.go: what /metrics answers (v1.36)

import { qualifiedResource } from '../../../api/scheme/scheme.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Services } from '../parts/services.ts';
import { BOUNDS, type Measured } from '../request/request-counts.ts';
import type { ServerWatch } from '../watchcache/server-watch.ts';

interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly lines: readonly string[];
}

/** What the simulated server measures, in the text form of Prometheus. Not modelled: everything else that a real one measures. */
export function metricsText(services: Services): string {
  return families(services)
    .map(({ name, type, help, lines }) => [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines].join('\n'))
    .join('\n')
    .concat('\n');
}

function families(services: Services): readonly Family[] {
  const { config, kv } = services;
  const kinds = [...services.requestCounts.kinds()]
    .map(([values, measured]) => [labelsOf(values), measured] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const stores = [...services.stores.all()];
  const byName = [...stores].sort((a, b) => (a.qualified < b.qualified ? -1 : 1));
  const [major, minor] = config.gitVersion.slice(1).split('.');
  return [
    {
      name: 'apiserver_longrunning_requests',
      type: 'gauge',
      help: 'Watches that are open, by resource.',
      lines: byName
        .filter(({ cacher }) => cacher.watcherCount > 0)
        .flatMap(({ info, cacher }) =>
          ['cluster', 'namespace', 'resource'].flatMap((scope) => {
            const count = cacher.watchers.filter((each) => scopeOf(each) === scope).length;
            const labels = labelsOf([info.group, info.resource, scope, '', 'WATCH', info.version]);
            return count === 0 ? [] : [`apiserver_longrunning_requests{component="apiserver",${labels}} ${count}`];
          }),
        ),
    },
    {
      name: 'apiserver_request_duration_seconds',
      type: 'histogram',
      help: 'How long it took to answer, by verb and resource.',
      lines: [...kinds]
        .filter(([, { took }]) => took.length > 0)
        .flatMap(([labels, measured]) => durationLines(labels, measured)),
    },
    {
      name: 'apiserver_request_total',
      type: 'counter',
      help: 'Requests that were answered, by verb, resource and code.',
      lines: [...kinds].flatMap(([labels, { codes }]) => countLines(labels, codes)).sort(),
    },
    {
      name: 'apiserver_storage_objects',
      type: 'gauge',
      help: 'Objects in the store, by resource.',
      lines: byName.map(
        ({ info, cacher }) => `apiserver_storage_objects{resource="${qualifiedResource(info)}"} ${cacher.size}`,
      ),
    },
    {
      name: 'apiserver_watch_cache_resource_version',
      type: 'gauge',
      help: 'The newest revision that a watch cache holds.',
      lines: byName.map(
        ({ info, cacher }) => `apiserver_watch_cache_resource_version{resource="${info.resource}"} ${cacher.revision}`,
      ),
    },
    {
      name: 'etcd_debugging_mvcc_current_revision',
      type: 'gauge',
      help: 'The newest revision of the store.',
      lines: [`etcd_debugging_mvcc_current_revision ${kv.revision}`],
    },
    {
      name: 'kubernetes_build_info',
      type: 'gauge',
      help: 'The version of the server.',
      lines: [
        `kubernetes_build_info{git_commit="${config.gitCommit}",git_version="${config.gitVersion}",major="${major}",minor="${minor}",platform="${config.platform}"} 1`,
      ],
    },
  ];
}

const LABELS = ['group', 'resource', 'scope', 'subresource', 'verb', 'version'];

function labelsOf(values: readonly string[]): string {
  return values.map((value, at) => `${LABELS[at]}="${value}"`).join(',');
}

/** A watch for a name is one of an object, as for the counts. */
function scopeOf({ options: { filter } }: ServerWatch): string {
  if (filter.name !== '') return 'resource';
  return filter.namespace === '' ? 'cluster' : 'namespace';
}

function countLines(labels: string, codes: Measured['codes']): readonly string[] {
  return codes.map(
    ({ code, count }) => `apiserver_request_total{code="${code}",component="apiserver",dry_run="",${labels}} ${count}`,
  );
}

function durationLines(labels: string, { took, micros }: Measured): readonly string[] {
  const name = 'apiserver_request_duration_seconds';
  const all = `component="apiserver",dry_run="",${labels}`;
  let count = 0;
  const buckets = [...BOUNDS, Number.POSITIVE_INFINITY].map((bound, at) => {
    count += took[at] ?? 0;
    const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : String(bound / SECOND);
    return `${name}_bucket{${all},le="${le}"} ${count}`;
  });
  return [...buckets, `${name}_sum{${all}} ${micros / SECOND}`, `${name}_count{${all}} ${count}`];
}
