import type { KObject } from '../../../../api/types/meta.ts';
import { dnsSubdomainProblems, portNameProblems } from '../../../../api/values/label-syntax.ts';
import { exactlyOneName, type Failure, failure, isFailure } from '../../session/errors.ts';
import type { CreateOptions } from './flags.ts';

const TYPES: { readonly [word: string]: string } = {
  clusterip: 'ClusterIP',
  nodeport: 'NodePort',
  loadbalancer: 'LoadBalancer',
  externalname: 'ExternalName',
};

/** How a refusal of the server is worded: by the type that was asked for. */
export function failedService(word: string): string {
  return `failed to create ${TYPES[word] ?? ''} service:`;
}

/** Models staging/src/k8s.io/kubectl/pkg/cmd/create/create_service.go (v1.36) */
export function makeService([word = '', ...words]: readonly string[], options: CreateOptions): KObject | Failure {
  const type = TYPES[word];
  if (type === undefined) return failure(`unknown command "${word}" for "kubectl create service"`);
  const name = exactlyOneName(words, options);
  if (typeof name !== 'string') return name;
  if (type === 'ExternalName' && !options.has('external-name')) {
    return failure('required flag(s) "external-name" not set');
  }
  const clusterIP = options.text('clusterip') ?? '';
  const headless = clusterIP === 'None';
  const ports: object[] = [];
  for (const text of options.list('tcp')) {
    const port = portOf(text, options.text('node-port'));
    if (isFailure(port)) return port;
    ports.push(port);
  }
  if (ports.length === 0 && !headless && type !== 'ExternalName')
    return failure('at least one tcp port specifier must be provided');
  const labels = { app: name };
  const externalName = options.text('external-name');
  if (externalName !== undefined && dnsSubdomainProblems(externalName).length > 0)
    return failure(`invalid service external name ${externalName}`);
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { labels, name },
    spec: {
      ...(clusterIP === '' ? {} : { clusterIP }),
      ...(externalName === undefined ? {} : { externalName }),
      ...(ports.length === 0 ? {} : { ports }),
      selector: labels,
      type,
    },
    status: { loadBalancer: {} },
  };
}

const MOST_PORTS = 65535;

function targetProblems(target: string): readonly string[] {
  if (!/^-?\d+$/.test(target)) return portNameProblems(target);
  const isPort = Number(target) > 0 && Number(target) <= MOST_PORTS;
  return isPort ? [] : [`must be between 1 and ${MOST_PORTS}, inclusive`];
}

/** `80:8080` or `80` */
function portOf(text: string, nodePort: string | undefined): object | Failure {
  const [port = '', target = port] = text.split(':');
  const parsing = `strconv.ParseUint: parsing ${JSON.stringify(port)}`;
  if (!/^\d+$/.test(port)) return failure(`${parsing}: invalid syntax`);
  if (Number(port) > MOST_PORTS) return failure(`${parsing}: value out of range`);
  const problems = target === port ? [] : targetProblems(target);
  if (problems.length > 0) return failure(problems.join(','));
  return {
    name: text.replaceAll(':', '-'),
    ...(Number(nodePort ?? '0') === 0 ? {} : { nodePort: Number(nodePort) }),
    port: Number(port),
    protocol: 'TCP',
    targetPort: /^\d+$/.test(target) ? Number(target) : target,
  };
}
