// Models staging/src/k8s.io/component-base/metrics/legacyregistry/registry.go: what /metrics answers (v1.36)

import { qualifiedResource } from '../../../api/scheme.ts';
import type { Services } from '../services.ts';

interface Family {
  readonly name: string;
  readonly type: 'counter' | 'gauge';
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
        .map(
          ({ info, cacher }) =>
            `apiserver_longrunning_requests{component="apiserver",group="${info.group}",resource="${info.resource}",subresource="",verb="WATCH",version="${info.version}"} ${cacher.watcherCount}`,
        ),
    },
    {
      name: 'apiserver_request_total',
      type: 'counter',
      help: 'Requests that were answered, by verb, resource and code.',
      lines: services.requestCounts.lines(),
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
