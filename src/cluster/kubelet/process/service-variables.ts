// Models pkg/kubelet/envvars/envvars.go and pkg/kubelet/kubelet_pods.go getServiceEnvVarMap (v1.36)

import type { Pod, Service } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { urlHost } from '../../../base/address.ts';

/** What a container is told of the Services of its namespace that were there when it started, besides the API server's. */
export function serviceVariables(
  pod: Pod,
  services: readonly KObject[] | undefined,
): readonly (readonly [name: string, value: string])[] {
  if (pod.spec.enableServiceLinks === false || services === undefined) return [];
  return (services as readonly Service[]).flatMap(({ metadata, spec }) => {
    const { clusterIP: address = '', ports = [] } = spec ?? {};
    const [first] = ports;
    if (address === '' || address === 'None' || first === undefined || isOwn(metadata)) return [];
    const name = variableName(metadata.name ?? '');
    const host = urlHost(address);
    const links = ports.flatMap(({ port, protocol = 'TCP' }, at) => {
      const scheme = protocol.toLowerCase();
      const way = `${scheme}://${host}:${port}`;
      const prefix = `${name}_PORT_${port}_${protocol.toUpperCase()}`;
      return [
        ...(at === 0 ? [[`${name}_PORT`, way] as const] : []),
        [prefix, way] as const,
        [`${prefix}_PROTO`, scheme] as const,
        [`${prefix}_PORT`, String(port)] as const,
        [`${prefix}_ADDR`, address] as const,
      ];
    });
    const named = ports.flatMap(({ name: own = '', port }) =>
      own === '' ? [] : [[`${name}_SERVICE_PORT_${variableName(own)}`, String(port)] as const],
    );
    return [[`${name}_SERVICE_HOST`, address], [`${name}_SERVICE_PORT`, String(first.port)], ...named, ...links];
  });
}

/** The Service of the API server is told of anyway, in every namespace. */
function isOwn({ namespace, name }: KObject['metadata']): boolean {
  return namespace === 'default' && name === 'kubernetes';
}

function variableName(name: string): string {
  return name.replaceAll('-', '_').toUpperCase();
}
