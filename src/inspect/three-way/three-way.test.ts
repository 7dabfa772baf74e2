import { expect, it } from 'vitest';
import { startedRun } from '../../cluster/testing/started-run.ts';
import { answer } from '../answer.ts';
import { Snapshot } from '../snapshot.ts';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: { team: blue, tier: front }
spec:
  replicas: 1
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
      - name: web
        image: nginx:1.27
        resources: { requests: { cpu: 0.1 } }
`;

function desk() {
  const run = startedRun({ nodes: 1, latencies: 'zero' });
  const give = (argv: string, files: Readonly<Record<string, string>> = {}) => {
    run.give({ type: 'kubectl', argv: argv.split(' '), files });
    run.advance({ time: run.engine.now + 2_000_000 });
    return run.engine.journal.end - 1;
  };
  const beside = (
    text: string,
    { at = run.engine.journal.end - 1, subject }: { at?: number; subject?: string } = {},
  ) => {
    const snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
    snapshot.refresh();
    snapshot.cursor.seek(at);
    const told = answer(snapshot, { type: 'threeWay', text, ...(subject === undefined ? {} : { subject }) });
    if (told.type !== 'threeWay') throw new Error(told.type);
    return told;
  };
  const first = (...args: Parameters<typeof beside>) => {
    const [object] = beside(...args).objects;
    if (object === undefined) throw new Error('no object');
    return object;
  };
  return { run, give, beside, first };
}

it('IN50: what was just applied differs in nothing; what the server filled in is counted and not listed', () => {
  const { give, first } = desk();
  expect(first(WEB)).toMatchObject({ state: 'absent', subject: 'deployments.apps/default/web', document: 0 });
  give('apply -f a.yaml', { 'a.yaml': WEB });
  const told = first(WEB);
  expect(told).toMatchObject({ state: 'there', lastApplied: { by: 'annotation' }, fields: [], more: 0 });
  expect(told.filled).toBeGreaterThan(5);
  // The controller wrote the revision.
  expect(told.others.map(({ path, changed }) => [path, changed?.manager])).toEqual([
    ['metadata.annotations["deployment.kubernetes.io/revision"]', 'kube-controller-manager'],
  ]);
});

it('IN50: who changed a field of the live object is told with the step, and what an apply of the text makes of it', () => {
  const { give, first } = desk();
  const before = give('apply -f a.yaml', { 'a.yaml': WEB });
  give('scale deployment web --replicas=2');
  const [replicas, ...rest] = first(WEB).fields;
  expect(rest).toEqual([]);
  expect(replicas).toMatchObject({
    path: 'spec.replicas',
    given: '1',
    live: '2',
    applied: '1',
    result: '1',
    effect: 'sets',
    changed: { manager: 'kubectl', value: '2' },
  });
  expect(replicas?.changed?.seq).toBeGreaterThan(before);
  // In the past it is not so yet.
  expect(first(WEB, { at: before }).fields).toEqual([]);
});

it('IN51: an apply removes what was applied and is not in the text any more, and leaves what others added', () => {
  const { give, first } = desk();
  give('apply -f a.yaml', { 'a.yaml': WEB });
  give('label deployment web owner=me');
  give('set env deployment/web MODE=fast');
  const told = first(WEB.replace(', tier: front', '').replace('  replicas: 1\n', ''));
  expect(told.fields.map(({ path, effect, live, result }) => [path, effect, live, result])).toEqual([
    ['metadata.labels.tier', 'removes', '"front"', undefined],
    // A default takes the place of what is removed.
    ['spec.replicas', 'keeps', '1', '1'],
  ]);
  expect(told.others.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['metadata.labels.owner', 'spec.template.spec.containers[web].env[MODE]']),
  );
});

it('IN51: what is told of an apply is what an apply does', () => {
  const { give, first } = desk();
  give('apply -f a.yaml', { 'a.yaml': WEB });
  give('scale deployment web --replicas=3');
  give('set image deployment/web web=nginx:1.28');
  give('label deployment web team=red tier- owner=me --overwrite');
  const text = WEB.replace('team: blue, ', '')
    .replace('cpu: 0.1', 'memory: 64Mi')
    .replace('image: nginx:1.27', 'image: nginx:1.29');
  const told = first(text);
  expect(told.fields.length).toBeGreaterThan(5);
  give('apply -f a.yaml', { 'a.yaml': text });
  const after = first(text);
  expect(after.fields).toEqual([]);
  const now = first('', { subject: told.subject }).fields;
  expect(now).toEqual([]);
  const stays = told.fields.filter(({ effect }) => effect === 'keeps').map(({ path, live }) => [path, live]);
  expect(stays).toEqual([]);
});

it('IN51: members of lists are told apart by their keys, wherever they stand', () => {
  const { give, first } = desk();
  const two = WEB.replace('      - name: web\n', '      - name: side\n        image: busybox\n      - name: web\n');
  give('apply -f a.yaml', { 'a.yaml': two });
  give('set image deployment/web web=nginx:1.28');
  const [image] = first(WEB).fields.filter(({ path }) => path.endsWith('.image'));
  expect(image).toMatchObject({
    path: 'spec.template.spec.containers[web].image',
    livePath: 'spec.template.spec.containers[1].image',
    textPath: ['spec', 'template', 'spec', 'containers', 0, 'image'],
  });
  expect(first(WEB).fields.map(({ path, effect }) => [path, effect])).toContainEqual([
    'spec.template.spec.containers[side]',
    'removes',
  ]);
});

it('IN52: of what was applied on the server it is known by the fields that the applier owns', () => {
  const { give, first } = desk();
  give('apply --server-side -f a.yaml', { 'a.yaml': WEB });
  expect(first(WEB)).toMatchObject({ lastApplied: { by: 'managedFields', manager: 'kubectl' }, fields: [] });
  give('scale deployment web --replicas=2');
  const { fields } = first(WEB);
  expect(fields).toMatchObject([{ path: 'spec.replicas', given: '1', live: '2', effect: 'sets' }]);
  // Whoever scaled it owns it now.
  expect(fields[0]?.applied).toBeUndefined();
});

it('IN52: nobody applied what was created; without a text it is shown beside what was applied last', () => {
  const { give, first, beside } = desk();
  give('create configmap mine --from-literal=a=1');
  const mine = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: mine }\ndata: { a: "2" }\n';
  expect(first(mine).lastApplied).toBeUndefined();
  expect(first(mine).fields).toMatchObject([{ path: 'data.a', given: '"2"', live: '"1"', effect: 'sets' }]);
  give('apply -f a.yaml', { 'a.yaml': WEB });
  give('scale deployment web --replicas=2');
  const told = beside('', { subject: 'deployments.apps/default/web' }).objects;
  expect(told).toHaveLength(1);
  expect(told[0]?.document).toBeUndefined();
  expect(told[0]?.fields).toMatchObject([{ path: 'spec.replicas', live: '2', applied: '1', effect: 'keeps' }]);
  expect(beside(mine, { subject: 'configmaps/default/mine' }).objects).toHaveLength(1);
  expect(beside('', { subject: 'configmaps/default/none' }).objects).toEqual([]);
});

it('IN52: every document of a text is told of, and one that cannot be read is', () => {
  const { give, beside } = desk();
  const secret = 'apiVersion: v1\nkind: Secret\nmetadata: { name: key }\nstringData: { a: hello }\n';
  give('apply -f a.yaml', { 'a.yaml': `${WEB}---\n${secret}` });
  expect(beside(`${WEB}---\n${secret}`).objects.map(({ name, fields, document }) => [name, fields, document])).toEqual([
    ['web', [], 0],
    ['key', [], 1],
  ]);
  const broken = beside(`${WEB}---\nkind: [\n`);
  expect(broken.objects).toHaveLength(1);
  expect(broken.problem).toContain('yaml');
});

it('IN50: that an apply would only record the text is told as such, and is what it does', () => {
  const { run, give, first } = desk();
  give('apply -f a.yaml', { 'a.yaml': WEB });
  expect(first(WEB).records).toBeUndefined();
  // Both have it: somebody else made it so, and the record does not know.
  give('scale deployment web --replicas=3');
  const three = WEB.replace('replicas: 1', 'replicas: 3');
  expect(first(three)).toMatchObject({ records: true, fields: [{ path: 'spec.replicas', effect: 'keeps' }] });
  const steps = run.engine.journal.end;
  give('apply -f a.yaml', { 'a.yaml': three });
  expect(run.engine.journal.end).toBeGreaterThan(steps);
  expect(first(three)).toMatchObject({ fields: [] });
  expect(first(three).records).toBeUndefined();
  // Nobody has applied it: the first apply leaves its record.
  const made = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: made }\n';
  give('create -f b.yaml', { 'b.yaml': made });
  expect(first(made)).toMatchObject({ fields: [], records: true });
});
