import { describe, expect, it } from 'vitest';
import { terminal } from '../../testing/terminal.ts';

describe('kubectl config', () => {
  it('KC53: later commands act where the current context says', () => {
    const { type } = terminal();
    type('kubectl create ns team');
    expect(type('kubectl config set-context --current --namespace=team').stdout).toBe(
      'Context "kubernetes-admin@kubestep" modified.\n',
    );
    type('kubectl create cm here');
    expect(type('kubectl get cm here -n team -o name').stdout).toBe('configmap/here\n');
    expect(type('kubectl config view --minify -o jsonpath={..namespace}').stdout).toBe('team');
    type('kubectl config unset contexts.kubernetes-admin@kubestep.namespace');
    expect(type('kubectl get cm here').stderr).toContain('configmaps "here" not found');
  });

  it('KC53: another context acts as another user, a removed one as nobody', () => {
    const { type } = terminal();
    expect(type('kubectl config use-context jane@kubestep').stdout).toBe('Switched to context "jane@kubestep".\n');
    expect(type('kubectl get cm').stderr).toContain('User "jane" cannot list resource "configmaps"');
    type('kubectl config delete-context jane@kubestep');
    expect(type('kubectl get cm').stderr).toBe(
      'Error in configuration: context was not found for specified context: jane@kubestep\n',
    );
  });

  it('KC53: an entry with a token signs in with it; at another address nobody answers', () => {
    const { type } = terminal();
    type('kubectl get cm');
    type('kubectl config set-credentials bob --token=nope');
    type('kubectl config set-context bob --cluster=kubestep --user=bob');
    expect(type('kubectl get cm --context=bob').stderr).toContain('You must be logged in to the server');
    expect(type('kubectl config view --raw -o jsonpath={.users[0].user.token}').stdout).toBe('nope');
    type('kubectl config set clusters.kubestep.server https://192.0.2.1:6443');
    expect(type('kubectl get cm').stderr).toContain('The connection to the server 192.0.2.1:6443 was refused');
  });

  it('KC53: a name with dots in it ends where a field begins; lists take no value', () => {
    const { type } = terminal();
    expect(type('kubectl config set contexts.a.b.namespace x').stdout).toBe('Property "contexts.a.b.namespace" set.\n');
    expect(type('kubectl config get-contexts a.b -o name').stdout).toBe('a.b\n');
    expect(type('kubectl config set clusters.a x').stderr).toContain("can't set a map to a value");
    expect(type('kubectl config unset clusters.nope.server').stderr).toContain('current map key `nope` is invalid');
  });

  it('KC53: with --kubeconfig a file of its own is made and found again', () => {
    const { type } = terminal();
    type('kubectl config set-context x --cluster=c --kubeconfig=mine');
    expect(type('kubectl config get-contexts -o name --kubeconfig=mine').stdout).toBe('x\n');
    expect(type('kubectl config get-contexts x -o name').stderr).toBe('error: context x not found\n');
  });
});

describe('kubectl --record', () => {
  it('KC54: notes words and flags, with one more patch where no object is sent', () => {
    const { type } = terminal();
    type('kubectl create deployment web --image=nginx');
    const cause = () =>
      type('kubectl get deploy web -o jsonpath={.metadata.annotations.kubernetes\\.io/change-cause}').stdout;
    expect(type('kubectl set image deploy/web nginx=nginx:1.28 --record').stderr).toBe(
      'Flag --record has been deprecated, --record will be removed in the future\n',
    );
    expect(cause()).toBe('kubectl set image deploy/web nginx=nginx:1.28 --record=true');
    type('kubectl scale deploy web -n default --replicas 2 --record');
    expect(cause()).toBe('kubectl scale deploy web --namespace=default --replicas=2 --record=true');
  });
});

describe('kubectl debug --copy-to', () => {
  it('KC56: copies a Pod, with one more container and shared processes', () => {
    const { type } = terminal();
    type('kubectl run one --image=nginx --labels=app=x');
    expect(type('kubectl debug one --copy-to=two --image=busybox -c dbg -- sh').exitCode).toBe(0);
    const of = (path: string) => type(`kubectl get pod two -o jsonpath=${path}`).stdout;
    expect(of('{.spec.containers[*].name}')).toBe('one dbg');
    expect(of('{.spec.shareProcessNamespace}{.metadata.labels}')).toBe('true');
    expect(type('kubectl debug one --copy-to=three --set-image=*=httpd').exitCode).toBe(0);
    expect(type('kubectl get pod three -o jsonpath={.spec.containers[*].image}').stdout).toBe('httpd');
    expect(type('kubectl debug one --copy-to=four').stderr).toBe(
      'error: you must specify --image, --set-image or command arguments.\n',
    );
  });
});

describe('kubectl get', () => {
  it('KC55: -w tells of several types, names and files that they cannot be watched together', () => {
    const { type } = terminal();
    type('kubectl create cm a');
    type('kubectl create cm b');
    expect(type('kubectl get cm,ns -w').stderr).toBe('error: you may only specify a single resource type\n');
    expect(type('kubectl get cm a b -w -o name')).toEqual({
      stdout: 'configmap/a\nconfigmap/b\n',
      stderr: 'error: you may only watch a single resource or type of resource at a time\n',
      exitCode: 1,
    });
  });

  it('KC55: what happens is shown with its type', () => {
    const { type, start, cluster } = terminal();
    type('kubectl create cm a');
    const { row, interrupt } = start('kubectl get cm --watch-only --output-watch-events -o jsonpath={.type}');
    type('kubectl delete cm a');
    expect(row().stdout).toBe('DELETED');
    cluster.engine.perform(() => interrupt?.give());
    cluster.settle();
    expect(row().exitCode).toBe(1);
  });

  it('KC57: sorts in every form, texts letter by letter', () => {
    const { type } = terminal();
    for (const name of ['a-9', 'a-10', 'b']) type(`kubectl create cm ${name} --from-literal=of=${name}`);
    expect(
      type('kubectl get cm --sort-by=.data.of -o name --field-selector metadata.name!=kube-root-ca.crt').stdout,
    ).toBe('configmap/a-10\nconfigmap/a-9\nconfigmap/b\n');
    expect(type('kubectl get cm --sort-by=.nope -o name').stderr).toBe(
      'error: couldn\'t find any field with path "{.nope}" in the list of objects\n',
    );
  });

  it('KC58: labels that are set and taken away at once are modified', () => {
    const { type } = terminal();
    type('kubectl create cm a');
    expect(type('kubectl label cm a x=y').stdout).toBe('configmap/a labeled\n');
    expect(type('kubectl label cm a x- z=1').stdout).toBe('configmap/a modified\n');
    expect(type('kubectl label cm a z=1 q-').stdout).toBe('label "q" not found.\nconfigmap/a not labeled\n');
  });
});
