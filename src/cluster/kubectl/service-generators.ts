import type { KObject } from '../../api/types/meta.ts';
import type { Options } from './argv.ts';
import { exactlyOneName, type Failure, failure, isFailure } from './errors.ts';

const TYPES: { readonly [word: string]: string } = {
  clusterip: 'ClusterIP',
  nodeport: 'NodePort',
  loadbalancer: 'LoadBalancer',
  externalname: 'ExternalName',
};

/** Models staging/src/k8s.io/kubectl/pkg/cmd/create/create_service.go (v1.36) */
export function makeService([word = '', ...words]: readonly string[], options: Options): KObject | Failure {
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

/** `80:8080` or `80` */
function portOf(text: string, nodePort: string | undefined): object | Failure {
  const [port = '', target = port] = text.split(':');
  if (!/^\d+$/.test(port)) return failure(`strconv.ParseUint: parsing ${JSON.stringify(port)}: invalid syntax`);
  return {
    name: text.replaceAll(':', '-'),
    ...(nodePort === undefined ? {} : { nodePort: Number(nodePort) }),
    port: Number(port),
    protocol: 'TCP',
    targetPort: /^\d+$/.test(target) ? Number(target) : target,
  };
}
