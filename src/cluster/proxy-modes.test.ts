import { describe, expect, it } from 'vitest';
import { Run } from '../engine/index.ts';
import { CLUSTER_START_TIME, clusterKinds, clusterProgram, type Given } from './assemble.ts';
import type { RulesetRow, SyncRow } from './proxy/index.ts';

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

function clusterWith(proxy: 'iptables' | 'ipvs' | 'nftables' | 'none') {
  const config = { nodes: 1, latencies: 'realistic', proxy } as const;
  const options = {
    seed: 1,
    startTime: CLUSTER_START_TIME,
    recording: 'full',
    maxSteps: 100_000,
    freeze: true,
  } as const;
  const run = new Run<Given>(() => clusterProgram(config), { ...options, kinds: clusterKinds });
  run.advance({ time: CLUSTER_START_TIME + 2_000_000 });
  run.give({ type: 'kubectl', argv: ['apply', '-f', 'web.yaml'], files: { 'web.yaml': MANIFEST } });
  run.advance({ quiescent: true });
  const { engine } = run;
  const last = engine.table<SyncRow>('kube-proxy/node-1/sync').get('last');
  const printed = (command: string) =>
    engine.table<RulesetRow>('kube-proxy/node-1/ruleset').get(command)?.lines.join('\n') ?? '';
  const chains = [...engine.table('network/node-1/chains').keys()];
  return { last, printed, chains };
}

describe('a Service in a cluster', () => {
  it('is chains of iptables', () => {
    const { last, chains } = clusterWith('iptables');
    expect(last).toMatchObject({ mode: 'iptables', changed: ['default/web'], error: undefined });
    expect(chains).toContain('nat/KUBE-SVC-LOLE4ISW44XBNF3G');
    expect(chains).toContain('nat/KUBE-EXT-LOLE4ISW44XBNF3G');
  });

  it('is virtual servers of IPVS, with few rules of iptables', () => {
    const { last, printed, chains } = clusterWith('ipvs');
    expect(last).toMatchObject({ mode: 'ipvs', error: undefined });
    expect(printed('ipvsadm -Ln')).toMatch(/TCP {2}10\.123\.0\.11:30080 rr\n {2}-> 10\.244\.1\.2:80 /);
    expect(printed('ipset save')).toContain('add KUBE-NODE-PORT-TCP 30080');
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
