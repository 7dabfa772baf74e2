import type { Service } from '../../../../api/types/core.ts';
import type { Process } from '../../../../engine/index.ts';
import type { Options } from '../../flags/options.ts';
import { type Failure, failureOf } from '../../session/errors.ts';
import type { Query, Session } from '../../session/session.ts';
import { dumpClusterInfo } from './cluster-info-dump.ts';

const CLUSTER_SERVICES: Query = [['labelSelector', 'kubernetes.io/cluster-service=true']];

/** Models staging/src/k8s.io/kubectl/pkg/cmd/clusterinfo/clusterinfo.go (v1.36) */
export function* clusterInfo(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  if (words[0] === 'dump') return yield* dumpClusterInfo(session, options);
  const response = yield* session.call({
    method: 'GET',
    path: '/api/v1/namespaces/kube-system/services',
    query: CLUSTER_SERVICES,
    accept: 'application/json, */*',
  });
  if (response.code !== 200) return failureOf(response.code, response.body);
  session.print(`Kubernetes control plane is running at ${session.host.server}\n`);
  for (const service of (response.body as { readonly items?: readonly Service[] }).items ?? []) {
    session.print(`${runningAt(session.host.server, service)}\n`);
  }
  session.print(`\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n`);
  return 0;
}

/** Behind its load balancer, or through the server's proxy. */
function runningAt(server: string, { metadata, spec, status }: Service): string {
  const name = metadata.labels?.['kubernetes.io/name'] || metadata.name;
  const [ingress] = status?.loadBalancer?.ingress ?? [];
  const ports = spec?.ports ?? [];
  if (ingress !== undefined) {
    const host = ingress.ip || ingress.hostname;
    return `${name} is running at ${ports.map(({ port }) => `http://${host}:${port} `).join('')}`;
  }
  const [first] = ports;
  const isSecure = first?.name === 'https' || first?.port === 443;
  const portName = first?.name ?? '';
  const plain = portName === '' ? metadata.name : `${metadata.name}:${portName}`;
  const shown = isSecure ? `https:${metadata.name}:${portName}` : plain;
  return `${name} is running at ${server}/api/v1/namespaces/${metadata.namespace}/services/${shown}/proxy`;
}
