import { beforeAll, describe, expect, it } from 'vitest';
import type { Given } from '../../cluster/inputs/inputs.ts';
import { startedRun, typeAsIs } from '../../cluster/testing/started-run.ts';
import type { Run } from '../../engine/index.ts';
import { Snapshot } from '../snapshot.ts';
import { complete } from './complete.ts';

let run: Run<Given>;
let snapshot: Snapshot;

const WIDGETS = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, shortNames: [wg]}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
`;

beforeAll(() => {
  run = startedRun({ nodes: 2, latencies: 'realistic', proxy: 'none' });
  const say = (line: string, files = {}): unknown => typeAsIs(run, line, files);
  say(
    'kubectl create deployment web --image=nginx:1.27; kubectl create cronjob tick --image=busybox --schedule="* * * * *"',
  );
  say('kubectl apply -f crd.yaml', { 'crd.yaml': WIDGETS });
  run.advance({ quiescent: true });
  say("kubectl create -f - <<< '{apiVersion: example.com/v1, kind: Widget, metadata: {name: left}}'");
  say('kubectl create ns shop; kubectl -n shop create cm prices; alias kg="kubectl get"; echo x > notes.txt');
  run.advance({ quiescent: true });
  snapshot = new Snapshot(run.engine, { grain: 'step', scope: 'story' });
  snapshot.refresh();
  snapshot.cursor.seek(run.engine.stepCount - 1);
});

/** `|` is the cursor; it is at the end unless told. */
function texts(line: string): readonly string[] {
  const at = line.includes('¦') ? line.indexOf('¦') : line.length;
  const found = complete(snapshot, line.replace('¦', ''), at, ['deploy.yaml', 'base/kustomization.yaml']);
  return found.candidates.map(({ text }) => text);
}

describe('DK12: what may come next in a line', () => {
  it('DK12: is a program, an alias, a command of kubectl and its own', () => {
    expect(texts('kube')).toEqual(['kubectl']);
    expect(texts('kg')).toEqual(['kg']);
    expect(texts('kubectl ro')).toEqual(['rollout']);
    expect(texts('kubectl rollout re')).toEqual(['restart', 'resume']);
    expect(texts('k create de')).toEqual(['deployment']);
    expect(texts('kubectl get pods | gre')).toEqual(['grep']);
    expect(texts('for x in 1; do kubectl co')).toEqual(['completion', 'config', 'cordon']);
  });

  it('DK12: is a kind, by its name or a short one, and a custom one once it is established', () => {
    expect(texts('kubectl -n kube-s')).toEqual(['kube-system']);
    expect(texts('kubectl -n kube-system get po')).toEqual(['pods']);
    expect(texts('kubectl get svc')).toEqual(['services']);
    expect(texts('kubectl get wid')).toEqual(['widgets']);
    expect(texts('kubectl get wg')).toEqual(['widgets']);
    expect(texts('kubectl rollout restart d')).toEqual(['daemonsets', 'deployments']);
    expect(texts('kubectl explain deploym')).toEqual(['deployments']);
  });

  it('DK12: is a name, in the namespace that the line is about', () => {
    expect(texts('kubectl get deploy ')).toEqual(['web']);
    expect(texts('kubectl get deploy/')).toEqual(['deploy/web']);
    expect(texts('kubectl get widgets ')).toEqual(['left']);
    expect(texts('kubectl get cm p¦ -n shop | wc')).toEqual(['prices']);
    expect(texts('kubectl -n shop describe cm p')).toEqual(['prices']);
    expect(texts('kubectl describe cm p')).toEqual([]);
    expect(texts('kubectl drain node-')).toEqual(['node-1', 'node-2']);
    expect(texts('kubectl drain node-1 --f')).toEqual(['--force']);
    expect(texts('kubectl logs web')).toHaveLength(1);
    expect(texts(`kubectl logs ${texts('kubectl logs web')[0]} -c `)).toEqual(['nginx']);
    expect(texts('kubectl set image deploy/web n')).toEqual(['nginx=']);
    expect(texts('ssh no')).toEqual(['node-1', 'node-2']);
    expect(texts('etcdctl get /registry/dep')).toEqual(['/registry/deployments/']);
    expect(texts('etcdctl get ')).toEqual(['/']);
    expect(texts('etcdctl -w json del --prefix ')).toEqual(['/']);
    expect(texts('etcdctl endpoint ')).toEqual(['hashkv', 'health', 'status']);
    expect([texts('etcdctl endpoint health '), texts('etcdctl me'), texts('etcdctl mo')]).toEqual([
      [],
      ['member'],
      ['move-leader'],
    ]);
  });

  it('DK12: is a flag, or a value of one', () => {
    expect(texts('kubectl get pods --all')).toEqual(['--allow-missing-template-keys', '--all-namespaces']);
    expect(texts('kubectl get pods --namesp')).toEqual(['--namespace=']);
    expect(texts('kubectl get pods --namespace=sh')).toEqual(['--namespace=shop']);
    expect(texts('kubectl get pods -o y')).toEqual(['yaml']);
    expect(texts('kubectl get pods -l ')).toContain('app=web');
    expect(texts('kubectl create job now --from=')).toEqual(['--from=cronjob/tick']);
    expect(texts('kubectl config use-context j')).toEqual(['jane@kubestep']);
    expect(texts('kubectl apply -f de')).toEqual(['deploy.yaml']);
    expect(texts('kubectl apply -f ba')).toEqual(['base/']);
    expect(texts('cat no')).toEqual(['notes.txt']);
    expect(texts('kubectl get po > n')).toEqual(['notes.txt']);
    expect(texts('kubectl exec web -- l')).toEqual([]);
  });

  it('DK12: begins where the word does, whatever stands around it', () => {
    const line = 'kubectl get "dep';
    expect(complete(snapshot, line, line.length, [])).toMatchObject({
      from: 12,
      candidates: [{ text: '"deployments' }],
    });
    expect(complete(snapshot, 'kubectl ge -n x', 10, [])).toMatchObject({ from: 8, candidates: [{ text: 'get' }] });
  });
});
