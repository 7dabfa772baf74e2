import type { Input } from '../../../protocol/run-description.ts';
import { apiserverProcess } from '../../../steps/apiserver-process.ts';
import { etcd } from '../../../steps/etcd.ts';
import { kubelet } from '../../../steps/kubelet.ts';
import type { Case } from './case.ts';
import { deployment } from './manifests.ts';

export const controlPlane: readonly Case[] = [
  {
    name: 'two of three members of the store are stopped',
    cluster: { etcdMembers: 3 },
    broken: [
      { give: { type: 'etcd-member', member: 'etcd-1', state: 'stopped' } },
      { wait: 5 },
      { give: { type: 'etcd-member', member: 'etcd-2', state: 'stopped' } },
      { wait: 10 },
    ],
    found: [
      {
        subject: 'etcd',
        wish: 'store',
        hold: 'noQuorum',
        args: { running: 1, members: 3, quorum: 2, stopped: 'etcd-1, etcd-2' },
        deed: etcd.fault.name,
        change: 'start etcd-2',
      },
    ],
    healthy: [{ give: { type: 'etcd-member', member: 'etcd-1', state: 'stopped' } }, { wait: 10 }],
  },
  {
    name: 'the disk of the only member of the store is slow',
    broken: [
      { give: { type: 'etcd-member', member: 'etcd-0', state: 'slow', fsyncMillis: 1500 } },
      { apply: deployment('web', { replicas: 1 }) },
      { wait: 60 },
    ],
    found: [
      {
        subject: 'etcd',
        wish: 'storeFast',
        hold: 'slowDisk',
        args: { member: 'etcd-0', millis: 1500 },
        deed: etcd.fault.name,
        change: 'start etcd-0',
      },
    ],
    healthy: [
      { give: { type: 'etcd-member', member: 'etcd-0', state: 'slow', fsyncMillis: 1500 } },
      { wait: 5 },
      { give: { type: 'etcd-member', member: 'etcd-0', state: 'running' } },
      { wait: 20 },
    ],
  },
  {
    name: 'the API server is stopped',
    broken: [{ give: { type: 'api-server', state: 'stopped' } }, { wait: 5 }],
    found: [{ subject: 'cluster', wish: 'server', hold: 'serverStopped', args: {}, deed: apiserverProcess.fault.name }],
    healthy: [
      { give: { type: 'api-server', state: 'stopped' } },
      { wait: 5 },
      { give: { type: 'api-server', state: 'running' } },
      { wait: 20 },
    ],
  },
  {
    name: 'a kubelet was stopped just now',
    given: [{ apply: deployment('web', { replicas: 3 }) }],
    broken: [{ give: { type: 'kubelet', node: 'node-2', state: 'stopped' } }, { wait: 5 }],
    found: [
      {
        subject: 'nodes/node-2',
        wish: 'nodeSeems',
        hold: 'kubeletStopped',
        args: { node: 'node-2', pods: 1 },
        deed: kubelet.fault.name,
        change: 'start node-2',
      },
    ],
    healthy: [
      { give: { type: 'kubelet', node: 'node-2', state: 'stopped' } },
      { wait: 5 },
      { give: { type: 'kubelet', node: 'node-2', state: 'running' } },
      { wait: 20 },
    ],
  },
  {
    name: 'a kubelet has been silent for a minute',
    broken: [{ give: { type: 'kubelet', node: 'node-2', state: 'stopped' } }, { wait: 60 }],
    found: [
      {
        subject: 'nodes/node-2',
        wish: 'node',
        hold: 'kubeletStopped',
        args: { node: 'node-2', pods: 0 },
        deed: kubelet.fault.name,
      },
    ],
    healthy: [{ wait: 60 }],
  },
  {
    name: 'the run makes requests fail until a node is taken for lost',
    cluster: { nodes: 2, faults: { requestErrorPerMille: 500 } },
    broken: [{ wait: 100 }],
    found: [{ subject: 'nodes/node-1', wish: 'node', hold: 'turnedAway', args: { node: 'node-1', perMille: 500 } }],
    healthy: [{ wait: 1 }],
  },
  {
    name: 'the store has no room left',
    isRefused: true,
    cluster: { etcdQuotaBytes: 2_000_000 },
    broken: [{ give: fill(9) }],
    found: [
      { subject: 'etcd', wish: 'store', hold: 'noSpace', args: { quota: '2000000' }, change: 'etcdctl alarm disarm' },
    ],
    healthy: [{ give: fill(1) }],
  },
];

/** ConfigMaps of 300 kB each. */
function fill(count: number): Input {
  const one = (at: number) =>
    `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c${at}"},"data":{"a":"${'x'.repeat(300_000)}"}}`;
  const items = Array.from({ length: count }, (_, at) => one(at)).join(',');
  const stdin = `{"apiVersion":"v1","kind":"List","items":[${items}]}`;
  return { type: 'kubectl', argv: ['kubectl', 'create', '-f', '-'], files: {}, stdin };
}
