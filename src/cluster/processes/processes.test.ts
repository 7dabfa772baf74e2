import { afterEach, describe, expect, it, vi } from 'vitest';
import { compareStrings } from '../../base/order.ts';
import type { Run } from '../../engine/index.ts';
import { AdmissionChain } from '../apiserver/admission/chain.ts';
import { FLOW_TABLE } from '../apiserver/flowcontrol/rows.ts';
import { Cacher } from '../apiserver/watchcache/cacher.ts';
import { CloudServiceController } from '../cloud/service-controller.ts';
import { DeploymentController } from '../controllers/deployment/controller.ts';
import { ReplicaSetController } from '../controllers/replicaset/controller.ts';
import { ContainerService } from '../cri/container-service.ts';
import { ClusterDns } from '../dns/server.ts';
import { WatchHub } from '../etcd/watch-hub.ts';
import type { Given } from '../inputs/inputs.ts';
import { COMMANDS_TABLE, type CommandRow } from '../kubectl/session/rows.ts';
import { Session } from '../kubectl/session/session.ts';
import { StatusManager } from '../kubelet/status/status-manager.ts';
import { FamilyProxier } from '../proxy/family-proxier.ts';
import { SchedulingQueue } from '../scheduler/queue/queue.ts';
import { startedRun, typeLine, wait } from '../testing/started-run.ts';

/* biome-ignore lint/suspicious/noExplicitAny: what is planted stands in for methods of all shapes */
type Planted = any;

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: main, image: nginx}]}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}], type: LoadBalancer}
`;

/** The next call of a method throws, as often as told. */
function plant(prototype: object, method: string, times = 1): void {
  const real = (prototype as Planted)[method];
  let left = times;
  vi.spyOn(prototype as Planted, method).mockImplementation(function (this: unknown, ...args: unknown[]) {
    left -= 1;
    if (left >= 0) throw new Error(`planted in ${method}`);
    return real.apply(this, args);
  });
}

interface Told {
  readonly kind: string;
  readonly actor: string;
  readonly args: { readonly [name: string]: unknown };
  readonly causes: readonly number[];
  readonly time: number;
}

function panics(run: Run<Given>): readonly Told[] {
  const { journal } = run.engine;
  const found: Told[] = [];
  for (let seq = journal.base; seq < journal.end; seq += 1)
    if (journal.kindOf(seq).name.startsWith('panic.')) {
      const { kind, actor, args, causes, time } = journal.step(seq);
      found.push({ kind: kind.name, actor, args, causes, time });
    }
  return found;
}

const begun = (nodes = 1): Run<Given> => startedRun({ nodes, latencies: 'realistic' }, {}, true);

const ready = (run: Run<Given>): string =>
  typeLine(run, 'kubectl get deployment web -o jsonpath={.status.readyReplicas}').stdout;

afterEach(() => {
  vi.restoreAllMocks();
});

const PLACES: readonly (readonly [where: string, process: string, prototype: object, method: string])[] = [
  ['an admission plugin', 'kube-apiserver', AdmissionChain.prototype, 'mutate'],
  ['the watch cache', 'kube-apiserver', Cacher.prototype, 'receive'],
  ['the Deployment controller', 'kube-controller-manager', DeploymentController.prototype, 'sync'],
  ['a handler of an informer', 'kube-controller-manager', ReplicaSetController.prototype, 'podAdded'],
  ['the scheduler', 'kube-scheduler', SchedulingQueue.prototype, 'pop'],
  ['a status that a kubelet writes', 'kubelet/node-1', StatusManager.prototype, 'set'],
  ['the container runtime', 'cri/node-1', ContainerService.prototype, 'runProgram'],
  ['kube-proxy', 'kube-proxy/node-1', FamilyProxier.prototype, 'sync'],
  ['the cloud controller', 'cloud-controller-manager', CloudServiceController.prototype, 'sync'],
  ['the store', 'etcd', WatchHub.prototype, 'notify'],
];

describe('a throw that is planted', () => {
  it.each(PLACES)('CR1: in %s is a step, and the cluster goes on', (_, process, prototype, method) => {
    const run = begun();
    plant(prototype, method);
    run.give({ type: 'kubectl', argv: ['apply', '-f', 'web.yaml'], files: { 'web.yaml': WEB } });
    run.advance({ quiescent: true });
    wait(run, 60);
    const [first] = panics(run);
    expect(first).toMatchObject({ kind: 'panic.panicked', args: { process, message: `planted in ${method}` } });
    expect(first?.causes).toHaveLength(1);
    vi.restoreAllMocks();
    typeLine(run, 'kubectl apply -f web.yaml', { 'web.yaml': WEB });
    wait(run, 60);
    expect(ready(run)).toBe('2');
    expect(typeLine(run, 'kubectl scale deployment web --replicas=1').exitCode).toBe(0);
    wait(run, 60);
    expect(ready(run)).toBe('1');
  });
});

describe('what a panic costs', () => {
  it('CR2: a request its answer: kubectl prints what the panic recovery says, and the seat is free again', () => {
    const run = begun();
    plant(AdmissionChain.prototype, 'mutate', 5);
    for (let times = 0; times < 5; times += 1) {
      const { exitCode, stderr } = typeLine(run, 'kubectl create namespace a');
      expect(exitCode).toBe(1);
      expect(stderr).toBe(
        'Error from server (InternalError): an error on the server ("This request caused apiserver to panic. Look in the logs for details.") has prevented the request from succeeding (post namespaces)\n',
      );
    }
    expect(typeLine(run, 'kubectl create namespace a').stdout).toBe('namespace/a created\n');
    const rows = [...run.engine.table(FLOW_TABLE).values()];
    expect(rows.every(({ executing }) => executing <= 1)).toBe(true);
  });

  it('CR3: the API server itself when it is no request: it begins again with empty caches', () => {
    const run = begun();
    plant(Cacher.prototype, 'receive');
    typeLine(run, 'kubectl create namespace a');
    wait(run, 30);
    const kinds = new Set(kindsOf(run));
    for (const kind of ['panic.panicked', 'apiserver-process.cachesLost', 'apiserver-process.started'])
      expect(kinds).toContain(kind);
    expect(typeLine(run, 'kubectl get namespace a -o name').stdout).toBe('namespace/a\n');
  });

  it('CR4: a controller manager all that it knew: it begins again after 1 s, 10 s, 20 s, and its tables are its own', () => {
    const run = begun();
    plant(DeploymentController.prototype, 'sync', 3);
    typeLine(run, 'kubectl create deployment web --image=nginx');
    wait(run, 60);
    const ended = panics(run).filter(({ kind }) => kind === 'panic.ended');
    expect(ended.map(({ args }) => args.seconds)).toEqual([1, 10, 20]);
    const starts = panics(run).filter(({ kind }) => kind === 'panic.begun');
    expect(starts.map(({ time }, at) => (time - (ended[at]?.time ?? 0)) / 1_000_000)).toEqual([1, 10, 20]);
    expect(typeLine(run, 'kubectl get deployment web -o jsonpath={.status.readyReplicas}').stdout).toBe('1');
    const { engine } = run;
    const shown = engine.tableNames.map((name) => [name, [...engine.table(name).entries()]] as const);
    vi.restoreAllMocks();
    plant(DeploymentController.prototype, 'sync', 3);
    const fork = run.fork(engine.stepCount - 1).engine;
    for (const [name, rows] of shown.filter(([each]) => /^(informer|workqueue|expectations)\//.test(each)))
      expect([name, [...fork.table(name).entries()].sort(byKey)]).toEqual([name, [...rows].sort(byKey)]);
  });

  it('CR5: a kubelet ten seconds: its containers run on, and a Pod that it missed is started', () => {
    const run = begun();
    typeLine(run, 'kubectl run first --image=nginx');
    wait(run, 20);
    plant(StatusManager.prototype, 'set');
    typeLine(run, 'kubectl run second --image=nginx');
    wait(run, 5);
    typeLine(run, 'kubectl run third --image=nginx');
    wait(run, 60);
    const phases =
      '{range .items[*]}{.metadata.name}={.status.phase}/{.status.containerStatuses[0].restartCount} {end}';
    run.give({ type: 'kubectl', argv: ['get', 'pods', '-o', `jsonpath=${phases}`], files: {} });
    run.advance({ quiescent: true });
    expect(lastOutput(run)).toBe('first=Running/0 second=Running/0 third=Running/0 ');
  });

  it('CR6: a command its end, with exit code 2, and the next one runs', () => {
    const run = begun();
    plant(Session.prototype, 'print');
    const { exitCode, stderr } = typeLine(run, 'kubectl version');
    expect([exitCode, stderr]).toEqual([2, 'panic: planted in print\n\ngoroutine 1 [running]:\n']);
    expect(typeLine(run, 'kubectl version').exitCode).toBe(0);
  });

  it('CR7: a store that one request', () => {
    const run = begun();
    plant(WatchHub.prototype, 'notify');
    const { exitCode, stderr } = typeLine(run, 'kubectl create namespace a');
    expect([exitCode, stderr]).toEqual([
      1,
      'Error from server: rpc error: code = Unavailable desc = error reading from server: EOF\n',
    ]);
    // It was put all the same, and whoever watches hears of it when the store's watches have begun anew.
    expect(typeLine(run, 'kubectl get namespace a -o name').stdout).toBe('namespace/a\n');
  });

  it('CR8: a name server the answer to one question', () => {
    const run = begun();
    typeLine(run, 'kubectl run tool --image=busybox -- sleep 3600');
    wait(run, 20);
    plant(ClusterDns.prototype, 'reply');
    const line = 'kubectl exec tool -- nslookup kubernetes.default.svc.cluster.local';
    expect(typeLine(run, line).exitCode).toBe(1);
    expect(panics(run)[0]?.args).toMatchObject({ process: 'coredns', message: 'planted in reply' });
    expect(typeLine(run, line).exitCode).toBe(0);
  });

  it('CR9: the run, where a test wants to see it', () => {
    const run = startedRun({ nodes: 1, latencies: 'realistic' });
    plant(DeploymentController.prototype, 'sync');
    expect(() => {
      typeLine(run, 'kubectl create deployment web --image=nginx');
      wait(run, 1);
    }).toThrow(/planted in sync/);
  });
});

it('CR1: a run with panics is executed again to the same digest, also where a stack overflows', () => {
  const planted = (): void => {
    plant(AdmissionChain.prototype, 'mutate', 2);
    const deep = (n: number): number => 1 + deep(n + 1);
    vi.spyOn(ReplicaSetController.prototype as Planted, 'podAdded').mockImplementationOnce(() => deep(0));
  };
  planted();
  const run = begun();
  for (let times = 0; times < 3; times += 1) typeLine(run, 'kubectl create deployment web --image=nginx');
  wait(run, 60);
  vi.restoreAllMocks();
  planted();
  const again = run.repeat('thin');
  again.advance({ time: run.engine.now });
  expect(again.engine.digest).toBe(run.engine.digest);
  expect(panics(run).some(({ args }) => args.message === 'stack overflow')).toBe(true);
});

function kindsOf(run: Run<Given>): readonly string[] {
  const { journal } = run.engine;
  return Array.from({ length: journal.end - journal.base }, (_, at) => journal.kindOf(journal.base + at).name);
}

function lastOutput(run: Run<Given>): string {
  const rows = [...run.engine.table<CommandRow>(COMMANDS_TABLE).values()];
  return rows.at(-1)?.stdout ?? '';
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return compareStrings(a, b);
}
