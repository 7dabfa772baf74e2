import { describe, expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const web = (image: string): string => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 1
  selector: { matchLabels: { app: web } }
  template:
    metadata: { name: "", namespace: "", annotations: {}, labels: { app: web } }
    spec:
      serviceAccountName: ""
      priorityClassName: ""
      hostname: ""
      subdomain: ""
      nodeName: ""
      hostNetwork: false
      volumes: []
      nodeSelector: null
      containers: [{ name: c, image: "${image}", workingDir: "", command: [], tty: false }]
`;

describe('a Deployment whose template writes empty fields out', () => {
  it.each(['', ' --server-side'])('DP13: applied twice%s it rests with two ReplicaSets', (how) => {
    const cluster = new TypedCluster();
    for (const image of ['nginx:1.27', 'nginx:1.28']) {
      const line = `kubectl apply${how} -f web.yaml`;
      expect(cluster.type(line, { 'web.yaml': web(image) }).exitCode).toBe(0);
      cluster.wait(60);
    }
    const sizes =
      '{range .items[*]}{.metadata.annotations.deployment\\.kubernetes\\.io/revision} {.spec.replicas};{end}';
    expect(cluster.path('replicasets', sizes).split(';').sort()).toEqual(['', '1 0', '2 1']);
    const revision = cluster.path('deployment web', '{.metadata.resourceVersion}');
    cluster.wait(60);
    expect(cluster.path('deployment web', '{.metadata.resourceVersion}')).toBe(revision);
  });
});
