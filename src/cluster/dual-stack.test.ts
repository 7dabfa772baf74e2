import { describe, expect, it } from 'vitest';
import type { Pod, Service } from '../api/types/core.ts';
import type { EndpointSlice } from '../api/types/discovery.ts';
import { startedRun, typeLine, wait } from './testing/started-run.ts';

const MANIFEST = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "nginx:1.27", ports: [{containerPort: 80}]}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: NodePort
  ipFamilyPolicy: PreferDualStack
  selector: {app: web}
  ports: [{name: http, port: 80, nodePort: 30080}]
---
apiVersion: v1
kind: Pod
metadata: {name: shell}
spec: {containers: [{name: shell, image: "busybox:1.36", command: ["sleep", "3600"]}]}
`;

function clusterWith(proxy: 'iptables' | 'nftables' | 'ipvs' | 'userspace', dualStack = true, manifest = MANIFEST) {
  const run = startedRun({ nodes: 2, latencies: 'realistic', proxy, dualStack }, { freeze: true });
  run.give({ type: 'kubectl', argv: ['apply', '-f', 'web.yaml'], files: { 'web.yaml': manifest } });
  run.advance({ quiescent: true });
  const said = (line: string) => {
    wait(run, 3);
    const { stdout, stderr } = typeLine(run, line);
    return stdout + stderr;
  };
  const json = <T>(line: string): T => JSON.parse(said(`kubectl get ${line} -o json`)) as T;
  return { run, said, json };
}

describe('a cluster with both families', () => {
  const { said, json } = clusterWith('iptables');
  const service = json<Service>('service web');
  const [four = '', six = ''] = service.spec.clusterIPs ?? [];
  const pods = json<{ items: readonly Pod[] }>('pods -l app=web').items;

  it('CNI6: gives Services, nodes and Pods an address of each', () => {
    expect(service.spec).toMatchObject({ ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'PreferDualStack' });
    expect(four).toMatch(/^10\.(9[6-9]|1[01]\d)\./);
    expect(six).toMatch(/^fd00:10:96::/);
    for (const { status } of pods) {
      expect(status.podIPs).toHaveLength(2);
      expect(status.podIPs?.[1]?.ip).toMatch(/^fd00:10:244:[12]::[0-9a-f]+$/);
      expect(status.hostIPs).toHaveLength(2);
    }
    expect(said('kubectl get nodes -o jsonpath={.items[0].spec.podCIDRs}')).toBe(
      '["10.244.1.0/24","fd00:10:244:1::/64"]',
    );
  });

  it('has an EndpointSlice for each family', () => {
    const { items } = json<{ items: readonly EndpointSlice[] }>('endpointslices -l kubernetes.io/service-name=web');
    expect(items.map(({ addressType }) => addressType).sort()).toEqual(['IPv4', 'IPv6']);
    for (const { addressType, endpoints } of items)
      for (const { addresses } of endpoints) expect(addresses[0]?.includes(':')).toBe(addressType === 'IPv6');
  });

  it('KP6: has rules of ip6tables beside those of iptables', () => {
    const rules = said('ssh node-1 ip6tables-save');
    expect(rules).toContain(`-d ${six}/128 -p tcp -m comment --comment "default/web:http cluster IP"`);
    expect(rules).toMatch(/! -s fd00:10:244::\/48 .* -j KUBE-MARK-MASQ/);
    expect(rules).toMatch(/-j DNAT --to-destination \[fd00:10:244:[12]::[0-9a-f]+\]:80/);
    expect(rules).toMatch(/! -d ::1\/128 -m comment .* -m addrtype --dst-type LOCAL -j KUBE-NODEPORTS/);
    expect(rules).not.toMatch(/127\.0\.0|KUBE-FIREWALL/);
    expect(said('ssh node-1 iptables-save')).not.toContain('fd00');
  });

  it('NW13: packets of IPv6 go through them, to either node and back', () => {
    for (let time = 0; time < 6; time += 1) {
      expect(said(`kubectl exec shell -- curl -m 3 http://[${six}]/`)).toMatch(/^web-/);
      expect(said('curl -6 -m 3 http://node-1:30080/')).toMatch(/^web-/);
      expect(said(`ssh node-2 curl -m 3 http://[${six}]:80/`)).toMatch(/^web-/);
    }
    const entries = said('ssh node-1 conntrack -L -f ipv6');
    expect(entries).toMatch(new RegExp(`dst=${six} sport=\\d+ dport=80 src=fd00:10:244:[12]::`));
    expect(said('ssh node-1 conntrack -L')).not.toContain('fd00');
    const counted = said('ssh node-1 ip6tables -t nat -L KUBE-NODEPORTS -v -n --line-numbers');
    expect(counted).toMatch(/1 +6 +480 KUBE-EXT-/);
    expect(said('ssh node-1 ip -6 route')).toMatch(/fd00:10:244:2::\/64 via fd00:10:244:2:: dev flannel-v6.1 onlink/);
  });

  it('DN8: names have addresses of both, and IPv4 comes first', () => {
    const answers = said('kubectl exec shell -- nslookup web');
    expect(answers).toContain(`Address: ${four}`);
    expect(answers).toContain(`Address: ${six}`);
    expect(said('kubectl exec shell -- nslookup -type=AAAA web')).not.toContain(`Address: ${four}`);
    expect(said(`kubectl exec shell -- nslookup ${six}`)).toContain('web.default.svc.cluster.local.');
    expect(said('kubectl exec shell -- curl -6 -m 3 http://web/')).toMatch(/^web-/);
    expect(said('kubectl exec shell -- cat /etc/hosts')).toMatch(/fd00:10:244:[12]::[0-9a-f]+\tshell/);
  });
});

it('a Service that goes back to one family gives the second address back, and its slices and rules go', () => {
  const { said, json } = clusterWith('iptables');
  const [first, second = ''] = json<Service>('service web').spec.clusterIPs ?? [];
  expect(said('kubectl patch service web --type=merge -p {"spec":{"ipFamilyPolicy":"SingleStack"}}')).toContain(
    'patched',
  );
  expect(json<Service>('service web').spec).toMatchObject({ clusterIPs: [first], ipFamilies: ['IPv4'] });
  expect(said('kubectl get ipaddresses')).not.toContain(second);
  expect(said('kubectl get endpointslices -l kubernetes.io/service-name=web')).not.toContain('IPv6');
  expect(said('ssh node-1 ip6tables-save')).not.toContain(second);
});

it('KP6: nftables has a table for each family', () => {
  const sticky = MANIFEST.replace('  ipFamilyPolicy', '  sessionAffinity: ClientIP\n  ipFamilyPolicy');
  const { said, json } = clusterWith('nftables', true, sticky);
  const [, six = ''] = json<Service>('service web').spec.clusterIPs ?? [];
  const ruleset = said('ssh node-1 nft list ruleset');
  expect(ruleset).toMatch(/table ip kube-proxy \{[\s\S]*table ip6 kube-proxy \{/);
  expect(ruleset).toContain(`${six} . tcp . 80 : goto service-`);
  // The tool takes no colons in names.
  expect(ruleset).not.toMatch(/(?:chain|set) \S*:/);
  expect(ruleset).toMatch(
    /ip6 saddr @affinity-\w+-default\/web\/tcp\/http__fd00\.10\.244\.[12]\.\.\d\/80 goto endpoint-/,
  );
  for (let time = 0; time < 4; time += 1) {
    expect(said(`kubectl exec shell -- curl -m 3 http://[${six}]/`)).toMatch(/^web-/);
    expect(said('curl -6 -m 3 http://node-2:30080/')).toMatch(/^web-/);
  }
});

it('KP6, IV5: IPVS balances at addresses of both families, with sets for each', () => {
  const { said, json } = clusterWith('ipvs');
  const [four = '', six = ''] = json<Service>('service web').spec.clusterIPs ?? [];
  for (let time = 0; time < 4; time += 1) {
    expect(said(`kubectl exec shell -- curl -m 3 http://[${six}]/`)).toMatch(/^web-/);
    expect(said(`kubectl exec shell -- curl -m 3 http://${four}/`)).toMatch(/^web-/);
    expect(said('curl -6 -m 3 http://node-2:30080/')).toMatch(/^web-/);
  }
  const servers = said('ssh node-2 ipvsadm -Ln');
  expect(servers).toContain(`TCP  [${six}]:80 rr\n  -> [fd00:10:244:`);
  expect(servers).toContain('TCP  [fd00:10:123::c]:30080 rr');
  expect(servers).toContain(`TCP  ${four}:80 rr\n  -> 10.244.`);
  expect(said('ssh node-1 ipvsadm -Lnc')).toMatch(new RegExp(`\\[fd00:10:244:[12]::\\d\\]:\\d+ +\\[${six}\\]:80`));
  const sets = said('ssh node-1 ipset list KUBE-6-CLUSTER-IP');
  expect(sets).toMatch(/Header: family inet6 hashsize 1024 maxelem 65536\n[\s\S]*References: 3\nNumber of entries: 1/);
  expect(sets).toContain(`${six},tcp:80`);
  expect(said('ssh node-1 ipset save')).toContain('create KUBE-CLUSTER-IP hash:ip,port family inet hashsize');
  expect(said('ssh node-1 ipset list NOBODY')).toContain('The set with the given name does not exist');
  const rules = said('ssh node-1 ip6tables-save -t nat');
  expect(rules).toContain('--match-set KUBE-6-CLUSTER-IP dst,dst -j KUBE-MARK-MASQ');
  expect(said('ssh node-1 iptables-save')).not.toContain('KUBE-6-');
});

it('US2: userspace forwards the first family alone', () => {
  const { said, json } = clusterWith('userspace');
  const [four = '', six = ''] = json<Service>('service web').spec.clusterIPs ?? [];
  expect(said(`kubectl exec shell -- curl -m 3 http://${four}/`)).toMatch(/^web-/);
  expect(said(`kubectl exec shell -- curl -m 3 http://[${six}]/`)).toMatch(/curl: \((7|28)\)/);
  expect(said('ssh node-1 ip6tables-save')).not.toContain('KUBE-PORTALS');
});

it('IV5: IPVS refuses over IPv6 where nobody is behind a Service', () => {
  const alone = MANIFEST.replace('selector: {app: web}\n  ports', 'selector: {app: nobody}\n  ports');
  const { said, json } = clusterWith('ipvs', true, alone);
  const [, six = ''] = json<Service>('service web').spec.clusterIPs ?? [];
  expect(said(`kubectl exec shell -- curl -m 3 http://[${six}]/`)).toMatch(/curl: \(7\)/);
});

it('a Service of IPv6 alone without endpoints is refused there', () => {
  const alone = MANIFEST.replace('ipFamilyPolicy: PreferDualStack', 'ipFamilies: [IPv6]').replace(
    'selector: {app: web}\n  ports',
    'selector: {app: nobody}\n  ports',
  );
  const { said, json } = clusterWith('iptables', true, alone);
  const [six = ''] = json<Service>('service web').spec.clusterIPs ?? [];
  expect(six).toMatch(/^fd00/);
  expect(said('ssh node-1 ip6tables-save -t filter')).toContain('-j REJECT --reject-with icmp6-port-unreachable');
  expect(said('kubectl exec shell -- curl -m 3 http://web/')).toMatch(/curl: \(7\)/);
});

it('a cluster of one family refuses to give both', () => {
  const wish = MANIFEST.replace('PreferDualStack', 'RequireDualStack');
  const { said } = clusterWith('iptables', false, wish);
  expect(said('kubectl get service web')).toContain('NotFound');
});
