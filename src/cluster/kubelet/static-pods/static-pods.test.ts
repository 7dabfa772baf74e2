import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';
import type { NodeSpec } from '../node/spec.ts';
import { podOfFile } from './manifest.ts';

const FOLDER = '/host/etc/kubernetes/manifests';
const web = (image: string): string => `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {role: own}}
spec:
  terminationGracePeriodSeconds: 2
  containers: [{name: c, image: "${image}"}]
`;

function onNode(cluster: TypedCluster, script: string): void {
  cluster.words(['debug', 'node/node-1', '--image=busybox:1.36', '--', 'sh', '-c', script]);
  cluster.wait(8);
}
const put = (cluster: TypedCluster, text: string): void =>
  onNode(cluster, `cat > ${FOLDER}/web.yaml <<'EOF'\n${text}EOF\n`);
const fieldsOf = (cluster: TypedCluster, path: string): string => cluster.path('pod web-node-1', path);

it('KL104: empty fields of a file say nothing', () => {
  const pod = (lines: string) =>
    podOfFile('/p.yaml', web('nginx:1.25').replace('spec:\n', `spec:\n${lines}`), { name: 'n' } as NodeSpec, 0);
  const plain = pod('');
  const empty = pod('  hostname: ""\n  serviceAccountName: ""\n  hostNetwork: false\n  volumes: []\n');
  expect(typeof plain === 'string' ? plain : plain.spec).toEqual(typeof empty === 'string' ? empty : empty.spec);
  expect(pod('  hostNetwork: maybe\n')).toBe("couldn't parse as pod");
});

it('KL104, KL112: a file in the folder of a node is a Pod that the kubelet runs by itself, with a mirror', () => {
  const cluster = new TypedCluster();
  put(cluster, web('nginx:1.25'));
  expect(fieldsOf(cluster, '{.status.phase} {.spec.nodeName} {.status.qosClass}')).toBe('Running node-1 BestEffort');
  const node = cluster.path('node node-1', '{.metadata.uid}');
  expect(fieldsOf(cluster, '{.metadata.ownerReferences[0]}')).toBe(
    `{"apiVersion":"v1","controller":true,"kind":"Node","name":"node-1","uid":"${node}"}`,
  );
  const mirror = (name: string): string =>
    fieldsOf(cluster, `{.metadata.annotations.kubernetes\\.io/config\\.${name}}`);
  expect(mirror('source')).toBe('file');
  expect(mirror('mirror')).toBe(mirror('hash'));
  expect(mirror('hash')).toMatch(/^[\da-f]{32}$/);
  expect(fieldsOf(cluster, '{.spec.serviceAccountName}{.spec.volumes}')).toBe('');
  expect(fieldsOf(cluster, '{.spec.tolerations}')).toBe('[{"effect":"NoExecute","operator":"Exists"}]');
  expect(cluster.type('kubectl exec web-node-1 -- hostname').stdout).toBe('web-node-1\n');
  const described = cluster.type('kubectl describe pod web-node-1').stdout;
  expect(described).toContain('Controlled By:  Node/node-1');
  expect(described).toContain('Container started');
});

it('KL112: a mirror that is deleted comes again, drains leave it, and only the file ends the Pod', () => {
  const cluster = new TypedCluster();
  put(cluster, web('nginx:1.25'));
  const [uid, container] = [fieldsOf(cluster, '{.metadata.uid}'), '{.status.containerStatuses[0].containerID}'];
  const running = fieldsOf(cluster, container);
  cluster.type('kubectl delete pod web-node-1');
  cluster.wait(3);
  expect(fieldsOf(cluster, '{.metadata.uid}')).not.toBe(uid);
  expect(fieldsOf(cluster, container)).toBe(running);
  expect(cluster.type('kubectl drain node-1 --force').exitCode).toBe(0);
  expect(fieldsOf(cluster, container)).toBe(running);
  put(cluster, web('nginx:1.26'));
  expect(fieldsOf(cluster, '{.status.phase} {.spec.containers[0].image}')).toBe('Running nginx:1.26');
  expect(fieldsOf(cluster, container)).not.toBe(running);
  onNode(cluster, `rm ${FOLDER}/web.yaml`);
  cluster.wait(5);
  expect(cluster.type('kubectl get pod web-node-1').stderr).toContain('not found');
});

it('KL104: what is no Pod, is wrong or refers to other objects is not run', () => {
  const node = { name: 'node-1' } as NodeSpec;
  const read = (text: string) => podOfFile('/f', text, node, 0);
  expect(read('kind: Service')).toBe("couldn't parse as pod");
  expect(read(web('nginx').replace('{name: c,', '{name: C,'))).toContain(
    'invalid pod: [spec.containers[0].name: Invalid',
  );
  expect(read(`${web('nginx')}  serviceAccountName: x\n`)).toBe('static pods may not reference serviceaccounts');
  expect(read(`${web('nginx')}  volumes: [{name: v, secret: {secretName: s}}]\n`)).toBe(
    'static pods may not reference secrets',
  );
  expect(read(web('nginx'))).toMatchObject({ metadata: { name: 'web-node-1', namespace: 'default' } });
});
