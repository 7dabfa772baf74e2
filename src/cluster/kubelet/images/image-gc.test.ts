import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const pod = (name: string, image: string, script: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec: {restartPolicy: Never, containers: [{name: c, image: "${image}", command: [sh, -c, "${script}"]}]}
`;

it('KL55: images that nobody uses go when the disk is 85 % full; what is missing is told', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(pod('large', 'registry.example/large', 'exit 0'));
  cluster.wait(60);
  cluster.type('kubectl delete pod large');
  // Leaves between 15 and 16 %: nobody is evicted for that.
  cluster.apply(pod('fills', 'busybox:1.36', 'fallocate -l 200G /tmp/x; sleep 9000'));
  cluster.wait(5);
  const images = () => cluster.path('node node-1', '{.status.images[*].names}');
  expect(images()).toContain('registry.example/large');
  cluster.wait(620);
  expect(images()).not.toContain('registry.example/large');
  expect(cluster.path('pod fills', '{.status.phase}')).toBe('Running');
  const said = (freed: number) =>
    `Insufficient free disk space on the node's image filesystem (85% of 252.0 GiB used). Failed to free sufficient space by deleting unused images (freed ${freed} bytes). Investigate disk usage, as it could be used by active images, logs, volumes, or other data.`;
  expect(cluster.events('node-1')).toEqual([
    `Warning FreeDiskSpaceFailed ${said(900 * 1024 * 1024)}`,
    `Warning FreeDiskSpaceFailed ${said(0)}`,
    `Warning ImageGCFailed ${said(0)}`,
  ]);
});
