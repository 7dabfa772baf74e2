import { describe, expect, it } from 'vitest';
import { type Recording, Run } from '../engine/index.ts';
import type { ClusterConfig } from './config/cluster-config.ts';
import type { Given } from './inputs/inputs.ts';
import { CHAIN_TABLES } from './network/iptables/rows.ts';
import { CONNECTIONS_TABLE } from './network/packets/rows.ts';
import { CLUSTER_START_TIME, clusterKinds, clusterProgram } from './program.ts';
import { RULESET_TABLES, SYNC_TABLES } from './proxy/shared/rows.ts';
import { startedRun, typeLine, wait } from './testing/started-run.ts';

const MANIFEST = `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {app: web}}
spec: {containers: [{name: web, image: "nginx:1.27", ports: [{containerPort: 80}]}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  type: NodePort
  selector: {app: web}
  ports: [{port: 80, nodePort: 30080}]
`;

const unsettled = (config: ClusterConfig, recording: Recording): Run<Given> =>
  new Run(() => clusterProgram(config), {
    seed: 1,
    kinds: clusterKinds,
    startTime: CLUSTER_START_TIME,
    recording,
    maxSteps: 1_000_000,
    freeze: false,
  });

function clusterWith(proxy: 'iptables' | 'ipvs' | 'nftables' | 'userspace' | 'none', manifest = MANIFEST, nodes = 1) {
  const run = startedRun({ nodes, latencies: 'realistic', proxy }, { freeze: true });
  run.give({ type: 'kubectl', argv: ['apply', '-f', 'web.yaml'], files: { 'web.yaml': manifest } });
  run.advance({ quiescent: true });
  const { engine } = run;
  const last = engine.table(SYNC_TABLES.IPv4.of('node-1')).get('last');
  const printed = (command: string) =>
    engine.table(RULESET_TABLES.IPv4.of('node-1')).get(command)?.lines.join('\n') ?? '';
  const chains = [...engine.table(CHAIN_TABLES.IPv4.of('node-1')).keys()];
  /** What a line of the shell prints. */
  const said = (line: string) => {
    wait(run, 3);
    const { stdout, stderr } = typeLine(run, line);
    return stdout + stderr;
  };
  const connections = () => [...engine.table(CONNECTIONS_TABLE).values()];
  return { run, last, printed, chains, said, connections };
}

it('EN17: the rules of nftables are shown to whoever asks late as to whoever looked on: those that the kernel has', () => {
  const config = { nodes: 1, latencies: 'realistic', proxy: 'nftables', delays: { packetRules: [300, 300] } } as const;
  const [seen, unseen] = (['full', 'off'] as const).map((recording) => unsettled(config, recording)) as [
    Run<Given>,
    Run<Given>,
  ];
  const shown = [seen, unseen].map(({ engine }) => () => [...engine.table(RULESET_TABLES.IPv4.of('node-1')).entries()]);
  let changes = 0;
  let last: unknown;
  for (let look = 0; look < 200; look += 1) {
    for (const run of [seen, unseen]) {
      if (look === 100)
        run.give({ type: 'kubectl', argv: ['apply', '-f', 'web.yaml'], files: { 'web.yaml': MANIFEST } });
      run.advance({ time: run.engine.now + 50_000 });
    }
    const rows = shown[0]?.();
    expect(shown[1]?.()).toEqual(rows);
    if (JSON.stringify(rows) !== last) changes += 1;
    last = JSON.stringify(rows);
  }
  expect(changes).toBeGreaterThan(2);
});

describe('a Service in a cluster', () => {
  it('is chains of iptables', () => {
    const { last, chains } = clusterWith('iptables');
    expect(last).toMatchObject({ mode: 'iptables', changed: ['default/web'], error: undefined });
    expect(chains).toContain('nat/KUBE-SVC-LOLE4ISW44XBNF3G');
    expect(chains).toContain('nat/KUBE-EXT-LOLE4ISW44XBNF3G');
  });

  it('is virtual servers of IPVS, with few rules of iptables', () => {
    const { last, said, chains } = clusterWith('ipvs');
    expect(last).toMatchObject({ mode: 'ipvs', error: undefined });
    expect(said('ssh node-1 ipvsadm -Ln')).toMatch(/TCP {2}10\.123\.0\.11:30080 rr\n {2}-> 10\.244\.1\.2:80 /);
    expect(said('ssh node-1 ipset save')).toContain('add KUBE-NODE-PORT-TCP 30080');
    expect(chains).toContain('nat/KUBE-NODE-PORT');
    expect(chains.some((chain) => chain.includes('KUBE-SVC'))).toBe(false);
  });

  it('is chains and elements of nftables', () => {
    const { last, printed } = clusterWith('nftables');
    expect(last).toMatchObject({ mode: 'nftables', error: undefined });
    expect(printed('nft list table ip kube-proxy')).toMatch(/map \{ 0 : 10\.244\.1\.2 \. 80 \}/);
  });

  it('is nothing on nodes without kube-proxy', () => {
    expect(clusterWith('none')).toMatchObject({ last: undefined, chains: [] });
  });
});

const TWO = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
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
  clusterIP: 10.96.0.77
  selector: {app: web}
  ports: [{port: 80, nodePort: 30080}]
---
apiVersion: v1
kind: Service
metadata: {name: sticky}
spec:
  clusterIP: 10.96.0.78
  sessionAffinity: ClientIP
  selector: {app: web}
  ports: [{port: 80}]
---
apiVersion: v1
kind: Service
metadata: {name: empty}
spec:
  clusterIP: 10.96.0.79
  selector: {app: nobody}
  ports: [{port: 80}]
`;

describe.each(['iptables', 'nftables', 'ipvs', 'userspace'] as const)('NW9, US1: packets in the mode %s', (mode) => {
  const { said, connections } = clusterWith(mode, TWO, 2);

  it('find a Pod from outside by a node port, masqueraded', () => {
    const pods = new Set<string>();
    for (let time = 0; time < 6; time += 1) pods.add(said('curl http://10.123.0.11:30080/'));
    expect([...pods].every((text) => text.startsWith('web-'))).toBe(true);
    expect(pods.size).toBeGreaterThan(1);
    // What kube-proxy itself took is another connection before that.
    const direct = connections().filter(({ process }) => !process.includes('kube-proxy'));
    for (const { seen } of direct) expect(seen).toMatch(/^10\.(123\.0\.11|244\.1\.[01]):/);
  });

  it('find a Pod from a node and from a Pod by the cluster address, and by name', () => {
    expect(said('ssh node-2 curl http://10.96.0.77/')).toMatch(/^web-/);
    expect(said('kubectl exec deploy/web -- curl http://web/')).toMatch(/^web-/);
    expect(connections().at(-1)?.outcome).toBe('answered');
  });

  it('come to the same Pod with affinity', () => {
    const pods = new Set<string>();
    for (let time = 0; time < 5; time += 1) pods.add(said('ssh node-1 curl http://10.96.0.78/'));
    expect(pods.size).toBe(1);
  });

  it('are refused at once where nobody is', () => {
    const answer = said('ssh node-1 curl http://10.96.0.79/');
    // The first kube-proxy had taken the connection before it knew.
    expect(answer).toMatch(mode === 'userspace' ? /curl: \(56\)/ : /curl: \(7\)/);
    expect(connections().at(-1)).toMatchObject({ outcome: mode === 'userspace' ? 'reset' : 'refused' });
  });
});

it('NW11: IPVS takes turns, and a packet to its address passes INPUT, OUTPUT and POSTROUTING of the node', () => {
  const { said, run } = clusterWith('ipvs', TWO, 2);
  const { journal } = run.engine;
  const begin = journal.end;
  said('curl http://10.123.0.11:30080/');
  const first: string[] = [];
  for (let seq = begin; seq < journal.end; seq += 1) {
    const { kind, args } = journal.step(seq);
    if (kind.name === 'network.hook') first.push(String(args.hook));
    else if (kind.name === 'network.balanced') first.push(`${args.server} ${args.place}/${args.of}`);
    else if (kind.name === 'network.accepted') break;
  }
  expect(first.slice(0, 5)).toEqual(['PREROUTING', 'INPUT', '10.123.0.11:30080 1/3', 'OUTPUT', 'POSTROUTING']);
  const pods = [1, 2, 3].map(() => said('curl http://10.123.0.11:30080/'));
  expect(new Set(pods).size).toBe(3);
  expect(said('ssh node-1 ipvsadm -Ln')).toMatch(/10\.123\.0\.11:30080 rr\n( {2}-> .* 1 +0 +[12] +\n){3}/);
  expect(said('ssh node-1 ipvsadm -Lnc')).toMatch(/FIN_WAIT +203\.0\.113\.9:\d+ +10\.123\.0\.11:30080 +10\.244/);
});
