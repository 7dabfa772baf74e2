import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

it('SS13: the API server does not keep maxUnavailable', () => {
  const cluster = new TypedCluster();
  cluster.apply(`apiVersion: apps/v1
kind: StatefulSet
metadata: {name: web}
spec:
  replicas: 0
  updateStrategy: {rollingUpdate: {partition: 1, maxUnavailable: 2}}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: c, image: "nginx:1.27"}]}
`);
  expect(cluster.path('sts web', '{.spec.updateStrategy}')).toBe(
    '{"rollingUpdate":{"partition":1},"type":"RollingUpdate"}',
  );
});
