import { expect, it } from 'vitest';
import { startedRun, typeLine } from './testing/started-run.ts';

const WEB = `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec: {containers: [{name: web, image: "nginx:1.27"}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: LoadBalancer
  externalTrafficPolicy: Local
  selector: {app: web}
  ports: [{port: 80}]
`;

function shell() {
  const run = startedRun({ nodes: 2, latencies: 'realistic' }, { freeze: true });
  return (line: string) => {
    const { stdout } = typeLine(run, line, { 'web.yaml': WEB });
    run.advance({ quiescent: true });
    return stdout;
  };
}

it('CL1, CL2: a load balancer is ordered, reached from outside, and given back', () => {
  const type = shell();
  type('kubectl apply -f web.yaml');
  expect(type('kubectl get svc web')).toMatch(/LoadBalancer +10\.\S+ +203\.0\.113\.10 +80:3\d{4}\/TCP/);
  const described = type('kubectl describe svc web');
  expect(described).toMatch(/LoadBalancer Ingress: +203\.0\.113\.10 \(VIP\)/);
  expect(described).toMatch(/Normal +EnsuringLoadBalancer .* service-controller +Ensuring load balancer/);
  expect(described).toMatch(/EnsuredLoadBalancer/);
  expect(type('kubectl get svc web -o jsonpath={.metadata.finalizers}')).toContain('load-balancer-cleanup');
  expect(type('curl http://203.0.113.10/')).toBe('web\n');
  const port = type('kubectl get svc web -o jsonpath={.spec.healthCheckNodePort}').trim();
  expect(
    [1, 2]
      .map((node) => type(`curl http://node-${node}:${port}/`).replace(/[\s\S]*"localEndpoints": (\d)[\s\S]*/, '$1'))
      .sort(),
  ).toEqual(['0', '1']);
  expect(type('curl http://node-1:10256/healthz')).toContain('"nodeEligible": true');
  expect(type('kubectl delete svc web --wait=false')).toContain('deleted');
  expect(type('kubectl get svc -o name')).toBe('service/kubernetes\n');
});
