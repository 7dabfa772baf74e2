import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Cluster, ClusterOptions } from './contract.ts';
import * as engine from './engine.ts';
import { KUBERNETES, loadCluster, type Step, startCluster, VERSION } from './index.ts';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx:1.27 }] }
`;

function small(options: ClusterOptions = {}): Cluster {
  return startCluster({ nodes: 1, proxy: 'none', ...options });
}

function applied(manifests: Parameters<Cluster['apply']>[0] = WEB): Cluster {
  const cluster = small();
  expect(cluster.apply(manifests)).toMatchObject({ exitCode: 0, stderr: '' });
  return cluster;
}

describe('a command that asks', () => {
  it('LI21: a shell elsewhere is given a line each time that it asks, and ends when there are none left', () => {
    const cluster = small();
    cluster.kubectl('run box --image=busybox:1.36 -- sleep 3600');
    cluster.settle();
    const seen: string[] = [];
    const told = cluster.talk('kubectl exec -it box -- sh', [
      'cd /tmp; X=5',
      (shown) => {
        seen.push(shown);
        return 'echo $X $PWD; exit 3';
      },
      'never read',
    ]);
    expect(seen).toEqual(['cd /tmp; X=5\n/tmp # ']);
    expect(told).toMatchObject({ exitCode: 3, stdout: expect.stringContaining('\n5 /tmp\n') });
    expect(cluster.talk('kubectl exec -it box -- sh', ['echo on']).exitCode).toBe(0);
    expect(cluster.talk('kubectl exec -i box -- cat', ['one', 'two']).stdout).toBe('one\none\ntwo\ntwo\n');
    expect(cluster.talk('kubectl get pod box -o name', ['too much'])).toMatchObject({
      stdout: 'pod/box\n',
      exitCode: 0,
    });
  });

  it('LI21: an editor is given its text, and what is refused is opened again', () => {
    const cluster = applied();
    cluster.settle();
    const seen: string[] = [];
    const edit = (from: string, to: string) => (shown: string) => {
      seen.push(shown);
      return shown.replace(from, to);
    };
    const line = 'kubectl edit deployment/web';
    expect(cluster.talk(line, [edit('replicas: 2', 'replicas: -1'), edit('replicas: -1', 'replicas: 4')]).stdout).toBe(
      'deployment.apps/web edited\n',
    );
    expect(seen[1]).toContain('# deployments.apps "web" was not valid:');
    expect(cluster.get('deployment', 'web')).toMatchObject({ spec: { replicas: 4 } });
    expect(cluster.kubectl('edit deployment/web').stderr).toContain('Edit cancelled, no changes made.');
    expect(() => cluster.talk(line, [7 as never])).toThrow('an answer is a text, or a function that gives one, not 7');
  });
});

describe('a cluster', () => {
  it('LI1: the same calls give the same run, however it is looked at', () => {
    const [one, other] = [applied(), applied()];
    one.settle();
    other.until(() => other.readiness('deployment/web').ready, 60);
    other.story();
    other.diagnose();
    other.seek('start');
    other.fork();
    other.seek('end');
    other.settle();
    expect(other.digest).toBe(one.digest);
    expect(small({ seed: 2 }).digest).not.toBe(small().digest);
  });

  it('LI2: what cannot be used is refused in words, and changes nothing', () => {
    const cluster = small();
    const before = cluster.digest;
    const refused: readonly [() => unknown, RegExp][] = [
      [() => startCluster({ nodes: -1 }), /nodes is not a number of nodes/],
      [() => startCluster({ machines: 3 } as ClusterOptions), /no option machines: there are nodes, seed/],
      [() => startCluster({ seed: 0.5 }), /seed is not a whole number/],
      [() => startCluster({ language: 'de' as 'en' }), /language is neither en nor zh/],
      [() => startCluster({ delays: { lunch: [1, 2] } }), /delays has lunch, which is no delay/],
      [() => startCluster(null as never), /options of a cluster are an object/],
      [() => startCluster({ from: 'kind: Nothing' }), /no object of a cluster/],
      [() => cluster.get('lemon', 'x'), /the server doesn't have a resource type "lemon"/],
      [() => cluster.readiness('web'), /names no object: write KIND\/NAME/],
      [() => cluster.stop('kubelet/node-9'), /there is no node node-9: there are node-1/],
      [() => cluster.stop('etcd/etcd-1'), /etcd has no member etcd-1: there are etcd-0/],
      [() => cluster.stop('api-server', 0.5), /0.5 is no whole number of virtual seconds/],
      [() => cluster.disturb({ delays: { lunch: [1, 2] } }), /this disturbance has lunch, which is no delay/],
      [() => cluster.disturb({ faults: { requestErrorPerMille: 2000 } }), /this disturbance.*of a thousand/],
      [() => cluster.disturb({ luck: 3 } as never), /luck cannot be disturbed: faults, delays and clocks can/],
      [() => cluster.disturb({ clocks: { 'node-77': 5 } }), /this disturbance has node-77, which has no clock here/],
      [
        () => cluster.disturb({ clocks: { 'node-1': 0.5 } }),
        /this disturbance\.node-1 is not a whole number of seconds/,
      ],
      [() => cluster.stop('connection/node-9'), /there is no node node-9/],
      [() => cluster.stop('scheduler'), /no part: write kubelet\/NODE, connection\/NODE, api-server or etcd\/MEMBER/],
      [() => cluster.advance(-1), /-1 is no number of virtual seconds/],
      [() => cluster.advance(Number.NaN), /NaN is no number/],
      [() => cluster.seek(1e9), /there is no step 1000000000/],
      [() => cluster.step(0.5), /whole number of steps/],
      [() => cluster.table('lunch'), /there is no table lunch/],
      [() => cluster.apply({ 'a.yaml': 3 } as never), /the file a.yaml is no text/],
      [() => cluster.kubectl('get pods', {}, -3), /-3 is no number/],
    ];
    for (const [asked, why] of refused) expect(asked).toThrow(why);
    expect(cluster.digest).toBe(before);
    expect(cluster.now).toBe(0);
  });

  it('LI3: a command gives back when it has ended, or is interrupted', () => {
    const cluster = applied({ 'web.yaml': WEB });
    expect(cluster.kubectl('get deploy web -o name')).toEqual({
      stdout: 'deployment.apps/web\n',
      stderr: '',
      exitCode: 0,
    });
    expect(cluster.kubectl(['get', 'deploy', 'web', '-o', 'name']).stdout).toBe('deployment.apps/web\n');
    expect(cluster.shell('kubectl get deploy -o name | wc -l').stdout.trim()).toBe('1');
    expect(cluster.kubectl('get pod nobody')).toMatchObject({
      exitCode: 1,
      stderr: 'Error from server (NotFound): pods "nobody" not found\n',
    });
    const before = cluster.now;
    const watched = cluster.kubectl('get deploy -w', {}, 3);
    expect(watched.exitCode).toBe(130);
    expect(watched.stdout).toContain('web');
    expect(cluster.now - before).toBeCloseTo(3, 1);
    expect(cluster.kubectl('get ns -o name').exitCode).toBe(0);
    const objects = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'made' }, data: { a: '1' } }];
    expect(cluster.apply(objects).stdout).toBe('configmap/made created\n');
  });

  it('LI4: time passes only where it is said to', () => {
    const cluster = applied();
    const then = cluster.now;
    cluster.story();
    cluster.get('deployment', 'web');
    cluster.seek(cluster.steps - 2);
    cluster.seek('end');
    expect(cluster.now).toBe(then);
    cluster.advance(5);
    expect(cluster.now).toBeCloseTo(then + 5, 6);
    expect(cluster.settle()).toBe(true);
    expect(cluster.until(() => false, 2)).toBe(false);
    const last = cluster.steps - 1;
    expect(cluster.step()?.number).toBe(last + 1);
    expect(cluster.step(-1)?.number).toBe(last);
    expect(cluster.step(2)?.number).toBe(last + 2);
  });

  it('LI5: in the past one looks and forks, and the fork is the run up to there', () => {
    const cluster = applied();
    cluster.settle();
    const pods = cluster.list('pods', 'default');
    expect(pods).toHaveLength(2);
    const stored = cluster.story().find(({ subject }) => subject.startsWith('replicasets.apps/'))?.step as number;
    cluster.seek(stored);
    expect(cluster.list('pods')).toEqual([]);
    expect(cluster.story().at(-1)?.step).toBe(stored);
    for (const deed of [() => cluster.advance(1), () => cluster.apply(WEB), () => cluster.stop('api-server')])
      expect(deed).toThrow(/seek\('end'\) to go on there, or fork\(\)/);
    const fork = cluster.fork();
    expect(fork.position).toBe(fork.steps - 1);
    fork.stop('kubelet/node-1');
    fork.settle(30);
    expect(fork.list('pods', 'default').map(({ status }) => status.phase)).toEqual(['Pending', 'Pending']);
    const same = cluster.fork();
    same.settle();
    cluster.seek('end');
    expect(same.digest).toBe(cluster.digest);
    expect(cluster.list('pods', 'default')).toEqual(pods);
  });

  it('LI6: a fork at the newest moment goes on as its parent', () => {
    const cluster = applied();
    cluster.advance(0.3);
    const fork = cluster.fork();
    expect([fork.now, fork.steps, fork.digest]).toEqual([cluster.now, cluster.steps, cluster.digest]);
    for (const each of [cluster, fork]) each.kubectl('scale deploy web --replicas=3');
    cluster.settle();
    fork.settle();
    expect(fork.digest).toBe(cluster.digest);
  });

  it('LI7: an object is found by all the words for its kind', () => {
    const cluster = applied({ 'web.yaml': WEB, 'crd.yaml': WIDGETS });
    cluster.advance(5);
    expect(cluster.apply(WIDGET).stdout).toBe('widget.example.com/red created\n');
    for (const word of ['deployment', 'deployments', 'deploy', 'Deployment', 'deployments.apps'])
      expect(cluster.get(word, 'web')?.spec.replicas).toBe(2);
    for (const word of ['widget', 'widgets', 'wd', 'Widget', 'widgets.example.com'])
      expect(cluster.get(word, 'red')?.spec.size).toBe(3);
    const shown = JSON.parse(cluster.kubectl('get deploy web -o json --show-managed-fields').stdout);
    expect(cluster.get('deploy', 'web')).toEqual(shown);
    expect(cluster.list('widgets', 'default').map(({ metadata }) => metadata.name)).toEqual(['red']);
    expect(cluster.list('nodes').map(({ metadata }) => metadata.name)).toEqual(['node-1']);
    expect(cluster.get('ns', 'default', 'anything')?.kind).toBe('Namespace');
    expect(cluster.get('pod', 'nobody')).toBeUndefined();
  });

  it('LI8: what is given away cannot be changed', () => {
    const cluster = applied();
    const web = cluster.get('deploy', 'web') as unknown as { spec: { replicas: number } };
    expect(() => {
      web.spec.replicas = 5;
    }).toThrow(TypeError);
    (cluster.table('etcd/keys') as Map<string, unknown>).clear();
    expect(cluster.table('etcd/keys').size).toBeGreaterThan(0);
    expect(cluster.tables()).toContain('etcd/keys');
    cluster.settle();
    expect(cluster.readiness('deploy/web').ready).toBe(true);
  });

  it('LI9: who subscribes hears of every step once, and may only look', () => {
    const cluster = applied();
    const first = cluster.steps;
    const heard: Step[] = [];
    const refusals: string[] = [];
    const leave = cluster.subscribe((step) => {
      heard.push(step);
      expect(cluster.position).toBe(step.number);
      if (heard.length > 1) return;
      try {
        cluster.advance(1);
      } catch (error) {
        refusals.push((error as Error).message);
      }
    });
    cluster.settle();
    const last = cluster.steps;
    leave();
    cluster.advance(30);
    expect(heard.map(({ number }) => number)).toEqual(Array.from({ length: last - first }, (_, at) => first + at));
    expect(refusals).toEqual(['the cluster is running: who listens or waits for something may only look']);
    const bound = heard.find(({ kind }) => kind === 'kubelet.statusPatched') ?? heard.at(-1);
    expect(cluster.causesOf(bound?.number ?? 0).at(-1)?.kind).toBe('kubectl.command');
    expect(cluster.stepAt(heard[0]?.number ?? 0)).toEqual(heard[0]);
    expect(cluster.stepAt(1e9)).toBeUndefined();
    expect(() => cluster.until(() => cluster.settle(), 5)).toThrow(/may only look/);
  });

  it('LI10: a run that was kept is loaded and goes on', () => {
    const cluster = applied();
    cluster.advance(0.4);
    cluster.seek(cluster.steps - 5);
    const text = cluster.save();
    const loaded = loadCluster(text);
    expect([loaded.digest, loaded.position, loaded.now]).toEqual([cluster.digest, cluster.position, cluster.now]);
    for (const each of [cluster, loaded]) {
      each.seek('end');
      each.kubectl('delete deploy web');
      each.settle();
    }
    expect(loaded.digest).toBe(cluster.digest);
    const { until: _, ...ofPage } = JSON.parse(text) as { readonly until: unknown };
    const opened = loadCluster(JSON.stringify(ofPage));
    opened.seek('end');
    expect(opened.readiness('deploy/web').ready).toBe(true);
    for (const wrong of [
      '',
      '{}',
      '[]',
      'null',
      '{"v":1,"seed":1,"inputs":[]}',
      text.replace('"seed": 1', '"seed": "1"'),
    ])
      expect(() => loadCluster(wrong)).toThrow(/^this is no saved run: /);
  });

  it('LI11: a cluster of one’s own is gone on from and diagnosed', () => {
    const greedy = '[{ name: web, image: nginx, resources: { requests: { cpu: 64 } } }]';
    const broken = applied(WEB.replace(/\[\{.*\]/, greedy));
    broken.settle(30);
    const dump = broken.kubectl('get all,nodes,cm,events -A -o json').stdout;
    const own = startCluster({ from: { 'dump.json': dump } });
    own.settle(30);
    const [finding] = own.diagnose('deployment/web');
    expect(finding?.sentence).toMatch(/cpu/i);
    expect(finding?.change).not.toBe('');
    expect(own.remarks.every((remark) => remark !== '')).toBe(true);
    expect(own.list('deployments')).toHaveLength(1);
  });

  it('LI11: what no server has kept is begun with, too, as the server would have made it', () => {
    const chart = `${WEB}---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec: { type: NodePort, selector: { app: web }, ports: [{ port: 80 }] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: kept, uid: 7d1f1c3a-0000-4000-8000-000000000001, creationTimestamp: "2026-03-01T10:00:00Z" }
`;
    const own = startCluster({ from: chart });
    const uidsOf = (cluster: Cluster) =>
      [
        ['deployment', 'web', 'default'],
        ['service', 'web', 'shop'],
      ].map(([kind = '', name = '', namespace = '']) => cluster.get(kind, name, namespace)?.metadata.uid);
    for (const uid of uidsOf(own))
      expect(uid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(uidsOf(own)).size).toBe(2);
    expect(uidsOf(startCluster({ from: chart }))).toEqual(uidsOf(own));
    expect(uidsOf(startCluster({ from: chart, seed: 2 }))).not.toEqual(uidsOf(own));
    expect(own.get('deployment', 'web')?.metadata).toMatchObject({
      creationTimestamp: '2026-03-01T10:00:00Z',
      generation: 1,
      resourceVersion: expect.stringMatching(/^\d+$/),
    });
    expect(own.get('configmap', 'kept')?.metadata.uid).toBe('7d1f1c3a-0000-4000-8000-000000000001');
    expect(own.get('service', 'web', 'shop')?.spec).toMatchObject({
      clusterIP: expect.stringMatching(/^10\./),
      ports: [{ port: 80, protocol: 'TCP', targetPort: 80, nodePort: expect.any(Number) }],
    });
    own.advance(60);
    expect(own.readiness('deployment/web').ready).toBe(true);
    expect(loadCluster(own.save()).digest).toBe(own.digest);
  });

  it('LI11: nodes and Pods that somebody wrote by hand are begun with', () => {
    const own = startCluster({
      from: `apiVersion: v1
kind: Node
metadata: { name: oak, labels: { disk: ssd } }
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { nodeName: oak, containers: [{ name: web, image: nginx:1.27 }] }
`,
    });
    own.advance(60);
    expect(own.readiness('node/oak').ready).toBe(true);
    expect(own.get('node', 'oak')?.metadata.labels).toMatchObject({ disk: 'ssd' });
    expect(own.readiness('pod/web').ready).toBe(true);
  });

  it('LI20: what is disturbed for some seconds is as before when they are over', () => {
    const cluster = startCluster({ nodes: 1, proxy: 'none', pools: [{ name: 'big', nodes: 1, cpu: '16' }] });
    expect(cluster.get('node', 'big-1')?.status.capacity.cpu).toBe('16');
    cluster.stop('connection/big-1', 90);
    expect(cluster.until(() => !cluster.readiness('node/big-1').ready, 80)).toBe(true);
    expect(cluster.until(() => cluster.readiness('node/big-1').ready, 60)).toBe(true);
    cluster.disturb({ faults: { requestErrorPerMille: 1000 } }, 5);
    expect(cluster.kubectl('get nodes').exitCode).toBe(1);
    cluster.advance(6);
    expect(cluster.kubectl('get nodes').exitCode).toBe(0);
    cluster.disturb({ delays: { network: [1000, 1000] } });
    const before = cluster.now;
    cluster.kubectl('get nodes');
    expect(cluster.now - before).toBeGreaterThan(1.9);
    cluster.stop('api-server', 10);
    expect(cluster.kubectl('get nodes').exitCode).toBe(1);
    cluster.advance(15);
    expect(cluster.kubectl('get nodes').exitCode).toBe(0);
  });

  it('LI13: sentences are told in the language that was asked for', () => {
    const cluster = small({ language: 'zh' });
    cluster.apply(WEB);
    expect(cluster.story().every(({ sentence }) => /\p{Script=Han}/u.test(sentence))).toBe(true);
    const again = loadCluster(cluster.save());
    expect(again.story()[0]?.sentence).toMatch(/^[^\p{Script=Han}]+$/u);
    expect(again.story('deployment/web').length).toBeLessThan(again.story().length);
  });
});

const WIDGETS = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { plural: widgets, singular: widget, kind: Widget, shortNames: [wd] }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties: { spec: { type: object, properties: { size: { type: integer } } } }
`;

const WIDGET = `apiVersion: example.com/v1
kind: Widget
metadata: { name: red }
spec: { size: 3 }
`;

describe('the package', () => {
  it('LI18: the public types name nothing of the inside', () => {
    const text = readFileSync(new URL('./contract.ts', import.meta.url), 'utf8');
    expect(text).not.toMatch(/\bimport\b.*from|import\(/);
    expect([KUBERNETES, VERSION]).toEqual(['v1.36', 'test']);
  });

  it('LI19: the engine runs a program that knows nothing of Kubernetes', () => {
    const { Run, tableName } = engine;
    const tick: engine.StepKind = { name: 'clock.tick', level: 'step' };
    const count = tableName<number>('ticks');
    const program = (): engine.Program<number> => ({
      boot() {},
      give(running, ticks) {
        const ctx = running.story('clock');
        running.spawn(
          (function* (): engine.Process {
            for (let at = 1; at <= ticks; at += 1) {
              yield ctx.sleep(1_000_000);
              ctx.step(tick, 'clock');
              running.table(count).set('all', at);
            }
          })(),
        );
      },
    });
    const options = { seed: 1, kinds: [tick], startTime: 0, recording: 'full', maxSteps: 100, freeze: true } as const;
    const run = new Run(program, options);
    run.give(3);
    expect(run.advance({ quiescent: true })).toBe('quiescent');
    expect([run.engine.now, run.engine.table(count).get('all')]).toEqual([3_000_000, 3]);
    expect(run.fork(1).engine.table(count).get('all')).toBe(2);
  });
});
