import type { Input } from '../../protocol/run-description.ts';
import type { Scenario } from '../scenario.ts';
import { CRD_ARRAY_WATCHER } from './manifests.ts';

const FILE = 'crd-array-watcher.yaml';

const typed = (line: string, files: { readonly [name: string]: string } = {}): Input => ({
  type: 'kubectl',
  argv: line.split(' '),
  files,
});

/** Minikube's machine, where 33 Pods have come and gone before. */
export const crdArrayWatcher: Scenario = {
  id: 'crd-array-watcher',
  cluster: {
    nodes: 1,
    latencies: 'realistic',
    machines: [{ name: 'minikube', address: '192.168.49.2', podCIDR: '10.244.0.0/24', lastPodAddress: 34 }],
  },
  files: [{ name: FILE, text: CRD_ARRAY_WATCHER }],
  story: [
    typed(`kubectl apply -f ${FILE}`, { [FILE]: CRD_ARRAY_WATCHER }),
    typed('ssh minikube curl http://10.100.116.139:8080/'),
    typed('ssh minikube curl http://10.100.116.139:8080/'),
    typed('curl http://192.168.49.2:32198/'),
    typed('curl http://192.168.49.2:32198/'),
    typed('ssh minikube iptables -t nat -L KUBE-SVC-HW2XM7FRY33HEVYM -v -n --line-numbers'),
    typed('ssh minikube iptables -t nat -L KUBE-SEP-PLQTWCYKKRRVAV4U -v -n --line-numbers'),
  ],
};
