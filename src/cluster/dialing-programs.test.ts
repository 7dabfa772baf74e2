import { expect, it } from 'vitest';
import { TypedCluster } from './testing/typed-cluster.ts';

const IMAGE = 'registry.k8s.io/e2e-test-images/agnhost:2.53';
const netexec = (name: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec: {containers: [{name: c, image: "${IMAGE}", args: [netexec, --http-port=8083, --udp-port=8081]}]}
---
`;

it('IMG24: netexec asks others for whoever asks it, over HTTP and UDP, and tells what they said', () => {
  const cluster = new TypedCluster();
  cluster.apply(['asks', 'between', 'asked'].map(netexec).join(''));
  cluster.wait(5);
  const ip = (name: string) => cluster.path(`pod ${name}`, '{.status.podIP}');
  const dial = (query: string): string => {
    const url = `http://${ip('between')}:8083/dial?host=${ip('asked')}&${query}`;
    return cluster.type(`kubectl exec asks -- curl -g -q -s ${url}`).stdout;
  };
  expect(dial('request=hostname&protocol=http&port=8083&tries=2')).toBe('{"responses":["asked","asked"]}');
  expect(dial('request=hostname&protocol=udp&port=8081&tries=1')).toBe('{"responses":["asked"]}');
  expect(dial('request=echo%20hi&protocol=udp&port=8081&tries=1')).toBe('{"responses":["hi"]}');
  const refused = `dial tcp ${ip('asked')}:81: connect: connection refused`;
  expect(dial('request=hostname&port=81')).toBe(
    `{"errors":["Get \\"http://${ip('asked')}:81/hostname\\": ${refused}"]}`,
  );
  const said = cluster.words(['exec', 'asks', '--', 'sh', '-c', `echo hostName | nc -w 1 -u ${ip('asked')} 8081`]);
  expect(said.stdout).toBe('asked');
  const lines = (name: string) => cluster.type(`kubectl logs ${name}`).stdout;
  expect(lines('between')).toContain(`GET /dial?host=${ip('asked')}&protocol=udp&port=8081&request=hostname&tries=1\n`);
  expect(lines('asked')).toContain('Sending udp hostName response\n');
  expect(lines('asked')).toContain('GET /hostname\n');
});
