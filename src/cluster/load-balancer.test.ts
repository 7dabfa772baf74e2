import { expect, it } from 'vitest';
import { policyText } from './testing/policy.ts';
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
    const { stdout, stderr } = typeLine(run, line, { 'web.yaml': WEB });
    run.advance({ quiescent: true });
    return stdout + stderr;
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

it('CL3: a change of what it is made of is ensured again; annotations count, and classes are for others', () => {
  const type = shell();
  type('kubectl apply -f web.yaml');
  const events = (reason: string) =>
    type(`kubectl get events --field-selector reason=${reason} -o jsonpath={.items[*].message}`).trim();
  const patch = (body: string) => type(`kubectl patch svc web --type=merge -p ${body}`);
  patch('{"spec":{"loadBalancerSourceRanges":["203.0.113.0/24"]}}');
  expect(events('LoadBalancerSourceRanges')).toBe('[] -> [203.0.113.0/24]');
  patch('{"spec":{"externalTrafficPolicy":"Cluster"}}');
  expect(events('ExternalTrafficPolicy')).toBe('Local -> Cluster');
  type('kubectl annotate svc web cloud.example/size=large');
  const ensured = 'kubectl get events --field-selector reason=EnsuredLoadBalancer -o jsonpath={.items[*].count}';
  expect(type(ensured).trim()).toBe('4');
  expect(type('kubectl get svc web')).toContain('203.0.113.10');
  expect(patch('{"spec":{"type":"NodePort","loadBalancerSourceRanges":null}}')).toContain('patched');
  expect(events('Type')).toBe('LoadBalancer -> NodePort');
  expect(type('kubectl get svc web -o jsonpath={.metadata.finalizers}')).toBe('');
  patch('{"spec":{"type":"LoadBalancer","loadBalancerClass":"cloud.example/other"}}');
  expect(type('kubectl get svc web')).toContain('<pending>');
});

it('CL4: excluded nodes get no packets from outside', () => {
  const type = shell();
  type('kubectl apply -f web.yaml');
  type('kubectl patch svc web --type=merge -p {"spec":{"externalTrafficPolicy":"Cluster"}}');
  const label = 'node.kubernetes.io/exclude-from-external-load-balancers';
  type(`kubectl label node node-1 ${label}=true`);
  expect(type('kubectl describe svc web')).toContain('Updated load balancer with new hosts');
  for (let time = 0; time < 4; time += 1) expect(type('curl http://203.0.113.10/')).toBe('web\n');
  expect(type('ssh node-1 conntrack -L')).not.toContain('203.0.113.10');
  expect(type('ssh node-2 conntrack -L')).toContain('dst=203.0.113.10');
  type(`kubectl label node node-2 ${label}=true`);
  expect(type('kubectl describe svc web')).toContain('There are no available nodes for LoadBalancer');
  expect(type('curl -m 2 http://203.0.113.10/')).toMatch(/curl: \(\d+\)/);
  type(`kubectl label node node-2 ${label}-`);
  expect(type('curl http://203.0.113.10/')).toBe('web\n');
});

it('CL5: a Service of two families gets an address of each', () => {
  const run = startedRun({ nodes: 2, latencies: 'realistic', families: ['IPv6', 'IPv4'] }, { freeze: true });
  const both = WEB.replace('  externalTrafficPolicy: Local', '  ipFamilyPolicy: RequireDualStack');
  const type = (line: string) => {
    const { stdout } = typeLine(run, line, { 'web.yaml': both });
    run.advance({ quiescent: true });
    return stdout;
  };
  type('kubectl apply -f web.yaml');
  expect(type('kubectl get svc web -o jsonpath={.status.loadBalancer.ingress[*].ip}').trim()).toBe(
    '2001:db8:113::a 203.0.113.11',
  );
  expect(type('curl http://[2001:db8:113::a]/')).toBe('web\n');
  expect(type('curl http://203.0.113.11/')).toBe('web\n');
});

const NOBODY = policyText(
  'nobody',
  'apiGroups: [""], apiVersions: [v1], operations: [UPDATE], resources: [services/status]',
  'false',
);

it('CL6: what failed is tried again after five seconds, then ten', () => {
  const run = startedRun({ nodes: 1, latencies: 'realistic' }, { freeze: true });
  typeLine(run, 'kubectl apply -f nobody.yaml', { 'nobody.yaml': NOBODY });
  run.advance({ time: run.engine.now + 2_000_000 });
  typeLine(run, 'kubectl apply -f web.yaml', { 'web.yaml': WEB });
  const path = '{.items[*].count}';
  const tries = [1, 5, 10].map((seconds) => {
    run.advance({ time: run.engine.now + seconds * 1_000_000 });
    return typeLine(run, `kubectl get events --field-selector reason=EnsuringLoadBalancer -o jsonpath=${path}`).stdout;
  });
  expect(tries).toEqual(['1', '2', '3']);
});
