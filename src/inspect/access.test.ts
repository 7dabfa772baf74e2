import { expect, it } from 'vitest';
import type { ClusterConfig } from '../cluster/config/cluster-config.ts';
import type { Given } from '../cluster/inputs/inputs.ts';
import { startedRun } from '../cluster/testing/started-run.ts';
import type { Run } from '../engine/index.ts';
import type { AccessView } from '../protocol/access-view.ts';
import { Snapshot } from './snapshot.ts';
import { accessView } from './views/access.ts';

function cluster(authorization?: ClusterConfig['authorization']): Run<Given> {
  const config = { nodes: 1, latencies: 'zero', ...(authorization === undefined ? {} : { authorization }) } as const;
  const run = startedRun(config);
  return run;
}

/** Types a command, and looks at the last request of its story that is about a path. */
function after(run: Run<Given>, command: string, path: string, asked?: string): AccessView {
  run.give({ type: 'kubectl', argv: command.split(' '), files: {} });
  run.advance({ time: run.engine.now + 3_000_000 });
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  const { journal } = run.engine;
  const found = snapshot.requests.all.findLast(({ received, client }) => {
    const { args } = journal.step(received);
    return client === 'kubectl' && String(args.path).includes(path);
  });
  snapshot.cursor.seek(found?.lastStep ?? 0);
  return accessView(snapshot, asked === undefined ? {} : { name: asked });
}

const rowsOf = (view: AccessView, id: string) => view.stages.find((stage) => stage.id === id)?.rows ?? [];

it('IN11: the access view tells what everybody answered whom a request passed, and who may do the same', () => {
  const run = cluster();
  const refused = after(run, 'kubectl get pods --user jane', '/pods');
  expect(refused.request).toMatchObject({ user: 'jane', code: 403 });
  expect(rowsOf(refused, 'authentication').map(({ name, answer }) => `${name} ${answer}`)).toEqual([
    'front-proxy silent',
    'x509 yes',
  ]);
  expect(rowsOf(refused, 'authorization').map(({ name, answer }) => `${name} ${answer}`)).toEqual([
    'privileged groups silent',
    'Node silent',
    'RBAC silent',
  ]);
  expect(rowsOf(refused, 'mutating')).toEqual([]);
  expect(refused.isEarlier).toBe(false);
  expect(refused.asked).toEqual({ verb: 'list', resource: 'pods', namespace: 'default' });
  expect(refused.granted.map(({ subject }) => subject)).not.toContain('User jane');

  after(run, 'kubectl create rolebinding jane --clusterrole=view --user=jane', 'rolebindings');
  const allowed = after(run, 'kubectl get pods --user jane', '/pods');
  expect(rowsOf(allowed, 'authorization').at(-1)).toMatchObject({
    name: 'RBAC',
    answer: 'yes',
    text: 'RBAC: allowed by RoleBinding "jane/default" of ClusterRole "view" to User "jane"',
  });
  expect(allowed.granted).toContainEqual({
    subject: 'User jane',
    binding: 'RoleBinding default/jane',
    role: 'ClusterRole view',
    bindingSubject: 'rolebindings.rbac.authorization.k8s.io/default/jane',
  });

  const created = after(run, 'kubectl run web --image=nginx', '/pods', 'create pods kube-system');
  const account = rowsOf(created, 'mutating').find(({ name }) => name === 'ServiceAccount');
  expect(account?.answer).toBe('changed');
  expect(account?.diff.some(({ text }) => text.includes('serviceAccountName: default'))).toBe(true);
  expect(rowsOf(created, 'validating').map(({ name }) => name)).toContain('PodSecurity');
  expect(created.granted.map(({ subject }) => subject)).not.toContain('User jane');
});

it('IN11: where the cursor stands at no request, the last one is shown as what it is', () => {
  const run = cluster();
  run.give({ type: 'kubectl', argv: ['kubectl', 'get', 'pods'], files: {} });
  run.advance({ time: run.engine.now + 3_000_000 });
  const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  const answered = snapshot.requests.all.findLast(({ client }) => client === 'kubectl')?.lastStep ?? 0;
  snapshot.cursor.seek(answered + 1);
  expect(run.engine.journal.step(answered + 1).kind.name).toBe('kubectl.response');
  expect(accessView(snapshot, {})).toMatchObject({ isEarlier: true, request: { method: 'GET', code: 200 } });
});

it('IN11: every way to say who one is has its authenticator, and authorizers are those of the run', () => {
  const run = cluster(['Node', 'RBAC', 'ABAC', 'Webhook']);
  const way = (user: string) => {
    const view = after(run, `kubectl get pods --user ${user}`, '/pods');
    const said = (id: string) =>
      rowsOf(view, id)
        .map(({ name, answer }) => `${name} ${answer}`)
        .at(-1);
    return [view.request?.user, said('authentication'), said('authorization'), view.request?.code];
  };
  expect(way('jane')).toEqual(['jane', 'x509 yes', 'Webhook silent', 403]);
  expect(way('sam')).toEqual(['sam', 'static-token yes', 'ABAC yes', 200]);
  expect(way('olga')).toEqual(['oidc:olga@example.org', 'oidc yes', 'Webhook yes', 200]);
  expect(way('ben')).toEqual(['system:anonymous', 'anonymous yes', 'Webhook no', 403]);
});

it('IN11: what a program in a Pod asks is its own request, not that of who started it there', () => {
  const run = cluster();
  const type = (...argv: readonly string[]) => {
    run.give({ type: 'kubectl', argv: ['kubectl', ...argv], files: {} });
    run.advance({ time: run.engine.now + 9_000_000 });
  };
  type('run', 'shell', '--image=nginx:1.27');
  for (const host of ['kubernetes.default.svc', '10.96.0.1']) {
    type('exec', 'shell', '--', 'sh', '-c', `curl -sk https://${host}/api/v1/nodes`);
    const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
    snapshot.refresh();
    snapshot.cursor.seek(run.engine.journal.end - 1);
    const { request } = accessView(snapshot, {});
    expect(request, host).toMatchObject({ path: '/api/v1/nodes', user: 'system:anonymous', agent: 'curl/8.14.1' });
    expect(request?.actor, host).not.toBe('coredns');
  }
});
