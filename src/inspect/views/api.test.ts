import { expect, it } from 'vitest';
import type { Given } from '../../cluster/inputs/inputs.ts';
import { startedRun } from '../../cluster/testing/started-run.ts';
import { Snapshot } from '../snapshot.ts';
import { apiView } from './api.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

const DEFINITION = {
  metadata: { name: 'crontabs.stable.example.com' },
  spec: {
    group: 'stable.example.com',
    scope: 'Namespaced',
    names: { plural: 'crontabs', kind: 'CronTab', shortNames: ['ct'] },
    versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
  },
};

function begin() {
  const run = startedRun({ nodes: 1, latencies: 'realistic', proxy: 'none' });
  const give = (input: Given): void => {
    run.give(input);
    run.advance({ quiescent: true });
  };
  return {
    run,
    give,
    send: (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, user = 'kubernetes-admin') =>
      give({
        type: 'request',
        method,
        path,
        user,
        ...(method === 'PATCH' ? { contentType: 'application/merge-patch+json' } : {}),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    view() {
      const made = new Snapshot(run.engine, { grain: 'detail', scope: 'story' });
      made.refresh();
      made.cursor.seek(run.engine.journal.end - 1);
      return apiView(made);
    },
  };
}

it('IN12: a definition adds its group to the tree', () => {
  const { send, view } = begin();
  expect(view().groups.some(({ custom }) => custom)).toBe(false);
  send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', DEFINITION);
  expect(view().groups.at(-1)).toMatchObject({
    name: 'stable.example.com',
    custom: true,
    versions: [{ name: 'v1', resources: [{ name: 'crontabs', kind: 'CronTab', shortNames: ['ct'], objects: 0 }] }],
  });
});

it('IN12: an answer by hand, of whoever asks', () => {
  const { send, view } = begin();
  send('GET', '/version');
  send('GET', '/api/v1/nodes', undefined, 'jane');
  send('GET', '/api/v1/nodes', undefined, 'anonymous');
  expect(view().requests.map(({ code, user }) => [user, code])).toEqual([
    ['anonymous', 403],
    ['jane', 403],
    ['kubernetes-admin', 200],
  ]);
  expect(view().requests[2]?.body).toContain('"gitVersion": "v1.36.2"');
  expect(view().audit[0]).toMatchObject({ user: 'system:anonymous', verb: 'list', uri: '/api/v1/nodes', code: 403 });
});

it('IN12: all five types of event come by a raw stream', () => {
  const { run, give, send, view } = begin();
  send('POST', CONFIG_MAPS, { metadata: { name: 'a' } });
  send('GET', `${CONFIG_MAPS}?watch=1&allowWatchBookmarks=true&fieldSelector=metadata.name%3Da`);
  send('PATCH', `${CONFIG_MAPS}/a`, { data: { key: 'value' } });
  send('DELETE', `${CONFIG_MAPS}/a`);
  run.advance({ time: run.engine.now + 1_200_000_000 });
  send('GET', '/apis/coordination.k8s.io/v1/leases?watch=1&resourceVersion=1');
  const [tooOld, ...others] = view().requests;
  expect(tooOld).toMatchObject({ code: 200, open: false });
  expect(tooOld?.frames.map(({ type }) => type)).toEqual(['ERROR']);
  const stream = others.find(({ frames }) => frames.length > 0);
  expect(stream?.frames.map(({ type }) => type).slice(0, 4)).toEqual(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);
  expect(stream?.open).toBe(true);
  give({ type: 'hang-up', request: stream?.id ?? 0 });
  expect(view().requests.find(({ id }) => id === stream?.id)?.open).toBe(false);
});
