import { isFields } from '../../../api/go/json.ts';
import type { APIService } from '../../../api/types/apiregistration.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { brokenStatus } from '../aggregated/declared-server.ts';
import type { ServerCore } from '../core/core.ts';

export interface Verdict {
  readonly reason: string;
  readonly message: string;
}

/** Whether the server behind an APIService can be asked. `answers`: is anybody at this Service's place? */
// Models staging/src/k8s.io/kube-aggregator/pkg/controllers/status/remote/remote_available_controller.go (v1.36)
export function verdictOn(
  { spec }: APIService,
  stores: ServerCore['stores'],
  answers: (place: string) => boolean,
): Verdict {
  const { namespace = '', name = '', port = 443 } = spec.service ?? {};
  const found = stores.byName('services')?.cacher.get(namespace, name);
  if (found === undefined) {
    return { reason: 'ServiceNotFound', message: `service/${name} in "${namespace}" is not present` };
  }
  const { ports = [], clusterIP: address = '' } = found.spec as ServiceSpec;
  const wanted = ports.find((each) => each.port === port);
  if (wanted === undefined) {
    const message = `service/${name} in "${namespace}" is not listening on port ${port}`;
    return { reason: 'ServicePortError', message };
  }
  const slices = (stores.byName('endpointslices.discovery.k8s.io')?.cacher.list(namespace) ?? []).filter(
    ({ metadata }) => metadata.labels?.['kubernetes.io/service-name'] === name,
  );
  if (slices.length === 0) {
    const message = `cannot find endpointslices for service/${name} in "${namespace}"`;
    return { reason: 'EndpointsNotFound', message };
  }
  if (!slices.some(hasReadyAddress)) {
    const message = `endpointslices for service/${name} in "${namespace}" have no addresses with port name "${wanted.name ?? ''}"`;
    return { reason: 'MissingEndpoints', message };
  }
  const broken = brokenStatus(found);
  if (broken === undefined && answers(`${namespace}/${name}`))
    return { reason: 'Passed', message: 'all checks passed' };
  const url = `https://${address}:${port}/apis/${spec.group ?? ''}/${spec.version ?? ''}`;
  const refused = `Get "${url}": dial tcp ${address}:${port}: connect: connection refused`;
  const why = broken === undefined ? refused : `bad status from ${url}: ${broken}`;
  return { reason: 'FailedDiscoveryCheck', message: `failing or missing response from ${url}: ${why}` };
}

interface ServiceSpec {
  readonly ports?: readonly { readonly port: number; readonly name?: string }[];
  readonly clusterIP?: string;
}

function hasReadyAddress(slice: KObject): boolean {
  const endpoints = Array.isArray(slice.endpoints) ? slice.endpoints : [];
  return endpoints.some((each) => isFields(each) && (!isFields(each.conditions) || each.conditions.ready !== false));
}
