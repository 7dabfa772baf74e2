import { expect, it } from 'vitest';
import type { Pod } from '../../api/types/core.ts';
import { podTile } from './pod-tile.ts';

const pod = (spec: object, status: object) =>
  ({
    metadata: { name: 'p', namespace: 'n' },
    spec: { containers: [{ name: 'c' }], ...spec },
    status,
  }) as unknown as Pod;
const shown = (spec: object, status: object) => {
  const { word, glyph, ready } = podTile(pod(spec, status), false);
  return [word, glyph, ready];
};

it('IN19: a tile has the word that kubectl prints, also while init containers run, fail or stay', () => {
  const init = { nodeName: 'x', initContainers: [{ name: 'i' }, { name: 's', restartPolicy: 'Always' }] };
  const waiting = (name: string, reason: string) => ({ name, ready: false, state: { waiting: { reason } } });
  const main = waiting('c', 'PodInitializing');
  const pending = (...initContainerStatuses: object[]) => ({
    phase: 'Pending',
    initContainerStatuses,
    containerStatuses: [main],
  });
  const running = { name: 'i', ready: false, state: { running: {} } };
  expect(shown(init, pending(running, waiting('s', 'PodInitializing')))).toEqual(['Init:0/2', 'creating', '0/2']);
  expect(shown(init, pending(waiting('i', 'CrashLoopBackOff')))).toEqual(['Init:CrashLoopBackOff', 'backoff', '0/2']);
  const failed = { name: 'i', state: { terminated: { reason: 'Error', exitCode: 1 } } };
  expect(shown(init, pending(failed))).toEqual(['Init:Error', 'failed', '0/2']);
  const up = { phase: 'Running', initContainerStatuses: [{ name: 'i', state: { terminated: { exitCode: 0 } } }] };
  const sidecar = { name: 's', ready: true, started: true, state: { running: {} } };
  const all = { ...up, initContainerStatuses: [...up.initContainerStatuses, sidecar] };
  const ready = [{ name: 'c', ready: true, state: { running: {} } }];
  expect(shown(init, { ...all, containerStatuses: ready })).toEqual(['Running', 'running', '2/2']);
  const died = [{ name: 'c', ready: false, state: { terminated: { reason: 'Error', exitCode: 3 } } }];
  expect(shown({}, { phase: 'Running', containerStatuses: died })).toEqual(['Error', 'failed', '0/1']);
});
