import { expect, it } from 'vitest';
import { TypedCluster } from '../testing/typed-cluster.ts';

const pod = (name: string, spec: string, script: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec: {restartPolicy: Never, ${spec}, containers: [{name: c, image: "busybox:1.36", command: [sh, -c, '${script}']}]}
---
`;

it('DN9: a Pod on the network of its node asks whom its own resolv.conf names', () => {
  const cluster = new TypedCluster({ nodes: 2, proxy: 'iptables' });
  cluster.apply(`apiVersion: v1
kind: Pod
metadata: {name: web, labels: {run: web}}
spec: {containers: [{name: c, image: "nginx:1.27"}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {clusterIP: 10.96.7.7, selector: {run: web}, ports: [{port: 80}]}
`);
  cluster.wait(5);
  const host = 'hostNetwork: true';
  const asks = 'nslookup web.default.svc.cluster.local; wget -qO- web; wget -qO- alias; true';
  const aliases = 'hostAliases: [{ip: 10.96.7.7, hostnames: [alias]}]';
  cluster.apply(
    [
      pod('first', `${host}, dnsPolicy: ClusterFirstWithHostNet, ${aliases}`, asks),
      pod('node', host, asks),
      pod(
        'none',
        `${host}, dnsPolicy: None, dnsConfig: {nameservers: [10.96.0.10]}`,
        'wget -qO- web.default.svc.cluster.local',
      ),
    ].join(''),
  );
  cluster.wait(30);
  const log = (name: string): string => cluster.type(`kubectl logs ${name}`).stdout;
  const name = 'Name:\tweb.default.svc.cluster.local\nAddress: 10.96.7.7\n';
  expect(log('first')).toBe(`Server:\t\t10.96.0.10\nAddress:\t10.96.0.10:53\n\n${name}\n\nweb\nweb\n`);
  expect(log('node')).toContain("nslookup: write to '10.123.0.1': Connection refused\n");
  expect(log('node')).toContain("wget: bad address 'web'\n");
  expect(log('none')).toBe('web\n');
});
