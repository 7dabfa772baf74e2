import { describe, expect, it } from 'vitest';
import type { Pod, Service } from '../api/types/core.ts';
import type { EndpointSlice } from '../api/types/discovery.ts';
import type { ProxyMode } from './proxy/index.ts';
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
spec: {containers: [{name: shell, image: "curlimages/curl:8.14.1", command: ["sleep", "3600"]}]}
`;

/** The same objects in a cluster of other families. */
function clusterOf(families: readonly ('IPv4' | 'IPv6')[], proxy: ProxyMode, manifest = MANIFEST) {
  return using(startedRun({ nodes: 2, latencies: 'realistic', proxy, families }, { freeze: true }), manifest);
}

function clusterWith(proxy: ProxyMode, dualStack = true, manifest = MANIFEST) {
  return using(startedRun({ nodes: 2, latencies: 'realistic', proxy, dualStack }, { freeze: true }), manifest);
}

function using(run: ReturnType<typeof startedRun>, manifest: string) {
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
    expect(said(`kubectl exec shell -- nslookup ${six}`)).toContain('name = web.default.svc.cluster.local\n');
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

describe('a cluster of IPv6 alone', () => {
  it.each(['iptables', 'nftables', 'ipvs'] as const)(
    'KP8: Services and node ports are reached in the mode %s',
    (proxy) => {
      const { said, json } = clusterOf(['IPv6'], proxy);
      const { clusterIP = '', ipFamilies, ipFamilyPolicy } = json<Service>('service web').spec;
      expect(clusterIP).toMatch(/^fd00:10:96::/);
      expect([ipFamilies, ipFamilyPolicy]).toEqual([['IPv6'], 'PreferDualStack']);
      for (let time = 0; time < 3; time += 1) {
        expect(said(`kubectl exec shell -- curl -m 3 http://[${clusterIP}]/`)).toMatch(/^web-/);
        expect(said('kubectl exec shell -- curl -m 3 http://web/')).toMatch(/^web-/);
        expect(said('curl -m 3 http://node-2:30080/')).toMatch(/^web-/);
        expect(said(`ssh node-1 curl -m 3 http://[${clusterIP}]/`)).toMatch(/^web-/);
      }
      expect(said('ssh node-1 iptables-save')).not.toContain('KUBE-');
    },
  );

  it('CNI7: nodes, Pods, slices, names and the API server have its addresses', () => {
    const { said, json } = clusterOf(['IPv6'], 'iptables');
    const [pod] = json<{ items: readonly Pod[] }>('pods -l app=web').items;
    expect(pod?.status.podIPs).toEqual([{ ip: pod?.status.podIP }]);
    expect(pod?.status.podIP).toMatch(/^fd00:10:244:[12]::/);
    expect(pod?.status.hostIPs?.[0]?.ip).toMatch(/^fd00:10:123::[bc]$/);
    expect(said('kubectl get nodes -o jsonpath={.items[0].spec.podCIDRs}')).toBe('["fd00:10:244:1::/64"]');
    const { items } = json<{ items: readonly EndpointSlice[] }>('endpointslices');
    expect(items.map(({ addressType }) => addressType)).toEqual(['IPv6', 'IPv6']);
    expect(json<Service>('service kubernetes').spec.clusterIPs).toEqual(['fd00:10:96::1']);
    expect(said('kubectl get endpoints kubernetes')).toContain('[fd00:10:123::1]:6443');
    expect(said('kubectl cluster-info')).toContain('https://[fd00:10:123::1]:6443');
    expect(said('kubectl exec shell -- cat /etc/resolv.conf')).toContain('nameserver fd00:10:96::a\n');
    expect(said('kubectl exec shell -- env')).toContain('KUBERNETES_PORT=tcp://[fd00:10:96::1]:443');
    expect(said('kubectl exec shell -- nslookup web')).toMatch(/Server:\t\tfd00:10:96::a[\s\S]*Address: fd00:10:96::/);
    expect(said('kubectl exec shell -- cat /etc/hosts')).toMatch(/fd00:10:244:[12]::[0-9a-f]+\tshell/);
    expect(said('kubectl get servicecidrs')).toMatch(/kubernetes +fd00:10:96::\/112/);
  });

  it('refuses what it has no range for', () => {
    const { said } = clusterOf(['IPv6'], 'iptables');
    const expose = (spec: string) => said(`kubectl patch service web --type=merge --dry-run=server -p ${spec}`);
    expect(expose('{"spec":{"ipFamilyPolicy":"RequireDualStack"}}')).toContain(
      'spec.ipFamilyPolicy: Invalid value: "RequireDualStack": this cluster is not configured for dual-stack services',
    );
    expect(said('kubectl create service clusterip four --tcp=80 --clusterip=10.96.0.9')).toMatch(
      /spec\.ipFamilies\[0\]: Invalid value: "IPv4": not configured on this cluster/,
    );
  });
});

describe('a cluster whose first family is IPv6', () => {
  const { said, json } = clusterOf(['IPv6', 'IPv4'], 'iptables');

  it('KP8: gives Services the first family unless they wish for both', () => {
    const [six = '', four = ''] = json<Service>('service web').spec.clusterIPs ?? [];
    expect(six).toMatch(/^fd00:10:96::/);
    expect(four).toMatch(/^10\./);
    expect(said('kubectl create service clusterip plain --tcp=80')).toContain('created');
    expect(json<Service>('service plain').spec).toMatchObject({ ipFamilies: ['IPv6'], ipFamilyPolicy: 'SingleStack' });
    for (const address of [`[${six}]`, four])
      expect(said(`kubectl exec shell -- curl -m 3 http://${address}/`)).toMatch(/^web-/);
    expect(said('curl -6 -m 3 http://node-2:30080/')).toMatch(/^web-/);
    expect(said('curl -4 -m 3 http://node-2:30080/')).toMatch(/^web-/);
  });

  it('CNI7: lists addresses of the first family first', () => {
    const [pod] = json<{ items: readonly Pod[] }>('pods -l app=web').items;
    expect(pod?.status.podIP).toMatch(/^fd00:10:244:/);
    expect(pod?.status.podIPs?.[1]?.ip).toMatch(/^10\.244\./);
    expect(said('kubectl get nodes -o jsonpath={.items[1].spec.podCIDRs}')).toBe(
      '["fd00:10:244:2::/64","10.244.2.0/24"]',
    );
    expect(said('kubectl get servicecidrs')).toMatch(/fd00:10:96::\/112,10\.96\.0\.0\/12/);
  });
});
