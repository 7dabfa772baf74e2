import { describe, expect, it } from 'vitest';
import { kubectl } from '../../steps/kubectl.ts';
import { terminal } from './testing/terminal.ts';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: nginx
  labels:
    app: nginx
spec:
  replicas: 3
  selector:
    matchLabels:
      app: nginx
  template:
    metadata:
      labels:
        app: nginx
    spec:
      containers:
      - name: nginx
        image: nginx:1.27
        ports:
        - containerPort: 80
`;

const printed = (stdout: string, stderr = '', exitCode = 0) => ({ stdout, stderr, exitCode });

describe('against the API server', () => {
  it('KC21: apply creates, changes nothing, and changes what the file changes', () => {
    const { type } = terminal();
    const apply = 'kubectl apply -f deploy.yaml';
    expect(type(apply, { 'deploy.yaml': DEPLOYMENT })).toEqual(printed('deployment.apps/nginx created\n'));
    expect(type(apply, { 'deploy.yaml': DEPLOYMENT })).toEqual(printed('deployment.apps/nginx unchanged\n'));
    const changed = { 'deploy.yaml': DEPLOYMENT.replace('1.27', '1.28') };
    expect(type(apply, changed)).toEqual(printed('deployment.apps/nginx configured\n'));
    const shown = type('kubectl get deployment nginx -o jsonpath={.spec.template.spec.containers[*].image}');
    expect(shown).toEqual(printed('nginx:1.28'));
  });

  it('KC22: get prints the server’s table', () => {
    const { type } = terminal();
    type('kubectl apply -f deploy.yaml', { 'deploy.yaml': DEPLOYMENT });
    expect(type('kubectl get deploy').stdout).toMatch(
      /^NAME {4}READY {3}UP-TO-DATE {3}AVAILABLE {3}AGE\nnginx {3}0\/3 {5}0 {12}0 {11}\d+s\n$/,
    );
    expect(type('kubectl get pods')).toEqual(printed('', 'No resources found in default namespace.\n'));
    expect(type('kubectl get deploy nginx -o name')).toEqual(printed('deployment.apps/nginx\n'));
    expect(type('kubectl get nothing')).toEqual(
      printed('', 'error: the server doesn\'t have a resource type "nothing"\n', 1),
    );
  });

  it('KC23: scale, set image and label change the object and say so', () => {
    const { type } = terminal();
    type('kubectl apply -f deploy.yaml', { 'deploy.yaml': DEPLOYMENT });
    expect(type('kubectl scale deployment nginx --replicas=5')).toEqual(printed('deployment.apps/nginx scaled\n'));
    expect(type('kubectl set image deployment/nginx nginx=nginx:1.28')).toEqual(
      printed('deployment.apps/nginx image updated\n'),
    );
    expect(type('kubectl label deployment nginx tier=web')).toEqual(printed('deployment.apps/nginx labeled\n'));
    expect(type('kubectl label deployment nginx tier=back')).toEqual(
      printed('', "error: 'tier' already has a value (web), and --overwrite is false\n", 1),
    );
    const columns = 'custom-columns=N:.spec.replicas,I:.spec.template.spec.containers[0].image,T:.metadata.labels.tier';
    expect(type(`kubectl get deployment nginx -o ${columns}`).stdout).toBe(
      'N     I            T\n5     nginx:1.28   web\n',
    );
  });

  it('KC24: a watch goes on until it is interrupted, and then the exit code is 1', () => {
    const { start, type } = terminal();
    const watch = start('kubectl get pods -w');
    expect(type('kubectl run web --image=nginx:1.27')).toEqual(printed('pod/web created\n'));
    expect(watch.row().exitCode).toBeUndefined();
    expect(watch.row().stdout).toMatch(
      /^NAME {3}READY {3}STATUS {4}RESTARTS {3}AGE\nweb {4}0\/1 {5}Pending {3}0 {10}0s\n$/,
    );
    expect(watch.interrupt?.isGiven).toBe(false);
    watch.interrupt?.give();
    type('kubectl version');
    expect(watch.row().exitCode).toBe(1);
  });

  it('KC25: delete waits until the object is gone', () => {
    const { type } = terminal();
    type('kubectl run web --image=nginx:1.27');
    expect(type('kubectl delete pod web')).toEqual(printed('pod "web" deleted from default namespace\n'));
    expect(type('kubectl get pod web')).toEqual(printed('', 'Error from server (NotFound): pods "web" not found\n', 1));
  });

  it('KC25: delete warns once of what no namespace has, where one is given', () => {
    const { type } = terminal();
    type('kubectl create namespace one');
    type('kubectl create namespace two');
    const warned = printed(
      'namespace "one" deleted (dry run)\nnamespace "two" deleted (dry run)\n',
      'Warning: deleting cluster-scoped resources, not scoped to the provided namespace\n',
    );
    expect(type('kubectl delete ns one two -n default --dry-run=client')).toEqual(warned);
    expect(type('kubectl delete ns two --dry-run=client')).toEqual(printed('namespace "two" deleted (dry run)\n'));
  });

  it('KC26: another user is known by name and refused by the server', () => {
    const { type } = terminal();
    expect(type('kubectl get pods --user=jane')).toEqual(
      printed(
        '',
        'Error from server (Forbidden): pods is forbidden: User "jane" cannot list resource "pods" in API group "" in the namespace "default"\n',
        1,
      ),
    );
    expect(type('kubectl get pods --user=nobody')).toEqual(
      printed('', 'error: auth info "nobody" does not exist\n', 1),
    );
  });

  it('KC26: a subject named by --user of a binding is not who asks', () => {
    const { type } = terminal();
    const bound = type('kubectl create rolebinding b --role=r --user=bob', {}, undefined, 'jane');
    expect(bound.stderr).toContain('User "jane" cannot create resource "rolebindings"');
  });

  it('KC131: fields are sent, and complained about, in the order of their names', () => {
    const { type } = terminal();
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\nzebra: 1\ndata: {a: b}\napple: 1\n';
    expect(type('kubectl apply -f c.yaml', { 'c.yaml': text }).stderr).toContain(
      'strict decoding error: unknown field "apple", unknown field "zebra"',
    );
    const held = (annotations: string, data: string) => ({
      'c.yaml': `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, annotations: ${annotations}}\ndata: ${data}\n`,
    });
    type('kubectl apply -f c.yaml', held('{b: x, m: }', '{z: a, b: c}'));
    expect(type('kubectl get cm c -o jsonpath={.metadata.annotations}').stdout).toContain(
      String.raw`\"annotations\":{\"b\":\"x\",\"m\":\"\"}`,
    );
    const told = type('kubectl apply -f c.yaml -v=8', held('{}', '{b: d, a: x}')).stderr;
    expect(told).toContain(
      String.raw`"Request Body" body="{\"data\":{\"a\":\"x\",\"b\":\"d\",\"z\":null},\"metadata\":{\"annotations\":{\"b\":null,`,
    );
  });

  it('KC132: older ways to ask for a dry run are followed, and warned of', () => {
    const { type } = terminal();
    const made = (flag: string) => type(`kubectl create cm x ${flag} -o name`);
    const old = /^W\d{4} [\d:.]+ +\d+ helpers\.go:\d+\] --dry-run/;
    expect(made('--dry-run')).toMatchObject({
      stdout: 'configmap/x\n',
      exitCode: 0,
      stderr: expect.stringMatching(old),
    });
    expect(made('--dry-run=true').stderr).toContain('--dry-run=true is deprecated (boolean value) and can be replaced');
    expect(type('kubectl get cm x').exitCode).toBe(1);
    expect(made('--dry-run=false').stderr).toContain('can be replaced with --dry-run=none.');
    expect(type('kubectl get cm x').exitCode).toBe(0);
    expect(made('--dry-run=maybe').stderr).toBe(
      'error: Invalid dry-run value (maybe). Must be "none", "server", or "client".\n',
    );
  });

  it('KC27: discovery is asked once', () => {
    const { cluster, type } = terminal();
    type('kubectl get pods');
    const before = cluster.engine.stepCount;
    type('kubectl get deployments');
    const requests: unknown[] = [];
    for (let seq = before; seq < cluster.engine.stepCount; seq += 1) {
      const step = cluster.engine.journal.step(seq);
      if (step.kind === kubectl.request) requests.push(step.args?.path);
    }
    expect(requests).toEqual(['/apis/apps/v1/namespaces/default/deployments']);
  });
});

it('KC41: wait gives up when its time is up', () => {
  const { type } = terminal();
  type('kubectl run a --image=nginx');
  expect(type('kubectl wait pod/a --for=condition=Ready --timeout=1s')).toMatchObject({
    exitCode: 1,
    stderr: 'error: timed out waiting for the condition on pods/a\n',
  });
  expect(type('kubectl wait pod/a').stderr).toBe('error: unrecognized condition: []\n');
});

it('KC130: rollout status gives up when its time is up, however often the server ends its watch', () => {
  const { type } = terminal();
  type('kubectl apply -f deploy.yaml', { 'deploy.yaml': DEPLOYMENT });
  const waiting = 'Waiting for deployment spec update to be observed...\n';
  const late = (timeout: string) => type(`kubectl rollout status deployment/nginx --timeout=${timeout}`);
  expect(late('2s')).toEqual(printed(waiting, 'error: timed out waiting for the condition\n', 1));
  expect(late('20m')).toEqual(printed(waiting, 'error: timed out waiting for the condition\n', 1));
});
