import { expect, it } from 'vitest';
import { FakeApiServer } from '../cluster/clientgo/fake-api-server.ts';
import { createControllerManager } from '../cluster/controllers/index.ts';
import { NO_FAULTS } from '../cluster/ports/environment.ts';
import { realisticLatencies } from '../cluster/ports/latency.ts';
import { Engine } from '../engine/index.ts';
import { letterOf } from './actors.ts';

it('no two controllers share the letter of their bullets', () => {
  const engine = new Engine({ seed: 1, kinds: [], startTime: 0, recording: 'full', maxSteps: 1, freeze: true });
  const env = { engine, latencies: realisticLatencies, faults: NO_FAULTS };
  const { controllers } = createControllerManager(env, new FakeApiServer(engine, 1), {
    credentials: () => ({}),
    rootCertificate: 'certificate',
    collected: [],
  });
  const others = ['kube-scheduler', 'attachdetach-controller', 'service-lb-controller', 'csi-provisioner'];
  const owners = new Map<string, string[]>();
  for (const actor of [...controllers.map(({ name }) => name), ...others]) {
    const letter = letterOf(actor).toLowerCase();
    owners.set(letter, [...(owners.get(letter) ?? []), actor]);
  }
  expect(controllers.length).toBeGreaterThan(30);
  expect([...owners].filter(([, actors]) => actors.length > 1)).toEqual([]);
});
