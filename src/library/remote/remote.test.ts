import { afterEach, expect, it } from 'vitest';
import type { Step } from '../contract.ts';
import { startCluster } from '../start.ts';
import { CALLS } from './calls.ts';
import { connectCluster } from './connect.ts';
import { offerClusters } from './offer.ts';

const POD = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: web, image: nginx }] }
`;

const open: MessagePort[] = [];

afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

function line(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  offerClusters(port1);
  return port2;
}

it('LI14: a cluster in a worker does what one here does', async () => {
  const remote = await connectCluster(line(), { nodes: 1, proxy: 'none' });
  const here = startCluster({ nodes: 1, proxy: 'none' });
  const steps: Step[] = [];
  const leave = remote.subscribe((step) => steps.push(step));
  const before = here.steps;
  expect(await remote.apply(POD)).toEqual(here.apply(POD));
  expect([await remote.settle(), here.settle()]).toEqual([true, true]);
  leave();
  const { digest, now, position, remarks } = here;
  expect(await remote.moment()).toEqual({ digest, now, position, remarks, steps: here.steps });
  expect(steps).toHaveLength(here.steps - before);
  expect(await remote.get('pod', 'web')).toEqual(here.get('pod', 'web'));
  expect(await remote.table('etcd/keys')).toEqual(here.table('etcd/keys'));
  expect(await remote.story()).toEqual(here.story());
  await remote.seek('start');
  expect(await remote.list('pods')).toEqual([]);
  const again = await connectCluster(line(), { saved: here.save() });
  expect((await again.moment()).digest).toBe(digest);
  expect(Object.keys(remote).sort()).toEqual([...CALLS, 'moment', 'subscribe'].sort());
});

it('LI14: what is refused there is refused here in the same words', async () => {
  await expect(connectCluster(line(), { nodes: -1 })).rejects.toThrow('nodes is not a number of nodes');
  await expect(connectCluster(line(), { saved: '{}' })).rejects.toThrow('this is no saved run: not a saved run');
  const port = line();
  const remote = await connectCluster(port, { nodes: 1, proxy: 'none' });
  await expect(remote.get('lemon', 'x')).rejects.toThrow('the server doesn\'t have a resource type "lemon"');
  for (const message of [undefined, null, 7, 'start', {}, { kubestep: 'lunch' }, { kubestep: 'answer', id: 99 }])
    port.postMessage(message);
  expect((await remote.moment()).now).toBe(0);
  expect(() => offerClusters({ postMessage() {} })).toThrow(/this is no connection/);
});
