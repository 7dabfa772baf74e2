import { describe, expect, it } from 'vitest';
import { CONTAINER_TABLES } from '../cri/rows.ts';
import { TypedCluster } from '../testing/typed-cluster.ts';

const pod = (name: string, spec: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {restartPolicy: Never, ${spec}}\n---\n`;
const busybox = (command: string, more = ''): string =>
  `containers: [{name: main, image: "busybox:1.36", command: ${command}${more}}]`;
const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "nginx:1.27"}]}}
---
`;
const service = (name: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec: {selector: {app: web}, ports: [{port: 80}]}\n---\n`;
const CONFIG = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cfg}\ndata: {A: alpha, B: beta}\n---\n';
const TERMINATED = '{.status.containerStatuses[0].state.terminated';

describe('programs in Pods', () => {
  const cluster = new TypedCluster({ nodes: 1, proxy: 'iptables' });
  cluster.apply(WEB + service('web') + CONFIG);
  cluster.wait(8);
  const waits = '[sh, -c, "until nslookup later.default.svc.cluster.local; do echo waiting; sleep 2; done"]';
  cluster.apply(
    [
      pod('asks', busybox('[wget, "-qO-", "web:80"]')),
      pod('echo', 'containers: [{name: c, image: "hashicorp/http-echo:0.2.3", args: ["-text=hello from here"]}]'),
      pod('fails', busybox('[wget, "http://nowhere"]')),
      pod(
        'waits',
        `initContainers: [{name: first, image: "busybox:1.36", command: ${waits}}], ${busybox('[echo, done]')}`,
      ),
      pod(
        'told',
        busybox(
          '[sh, -c, "echo $A $LAST > /dev/termination-log; exit 3"]',
          ', envFrom: [{configMapRef: {name: cfg}}], env: [{name: LAST, valueFrom: {configMapKeyRef: {name: cfg, key: B}}}]',
        ),
      ),
      pod('logged', busybox('[sh, -c, "echo oops; exit 3"]', ', terminationMessagePolicy: FallbackToLogsOnError')),
      pod(
        'trapped',
        busybox(`[sh, -c, "trap 'echo bye; kill $J; exit 3' TERM; sleep 1000 & J=$!; (echo ready); wait"]`),
      ),
      pod(
        'shares',
        `shareProcessNamespace: true, containers: [{name: nginx, image: nginx}, {name: side, image: "busybox:1.28", command: [sh, -c, "sleep 3600"]}]`,
      ),
      pod(
        'zoo',
        'containers: [{name: c, image: "registry.k8s.io/kubernetes-zookeeper:1.0-3.4.10", volumeMounts: [{name: d, mountPath: /data}], command: [sh, -c, "start-zookeeper --data_dir=/data"]}], volumes: [{name: d, emptyDir: {}}]',
      ),
      pod('absent', busybox('[app]')),
      pod('missing', busybox('[sh, -c, "app --serve"]')),
    ].join(''),
  );
  cluster.wait(12);

  it('SH2: a test Pod ends with the code of what it asked', () => {
    expect(cluster.path('pod asks', '{.status.phase}')).toBe('Succeeded');
    expect(cluster.type('kubectl logs asks').stdout).toMatch(/^web-\w+-\w+\n$/);
    expect(cluster.path('pod fails', `${TERMINATED}.exitCode}`)).toBe('1');
    expect(cluster.type('kubectl logs fails').stdout).toBe("wget: bad address 'nowhere'\n");
  });

  it('IMG31: a server answers what its flag says', () => {
    const address = cluster.path('pod echo', '{.status.podIP}');
    expect(cluster.type(`kubectl exec trapped -- wget -qO- http://${address}:5678/`).stdout).toBe('hello from here\n');
  });

  it('CRI26: containers that share their processes see and end each other', () => {
    expect(cluster.type('kubectl exec shares -c side -- ps').stdout).toBe(
      [
        'PID   USER     TIME  COMMAND',
        '    1 root      0:00 /pause',
        '    8 root      0:00 nginx: master process nginx -g daemon off;',
        '   14 root      0:00 sleep 3600',
        '   20 root      0:00 ps',
        '',
      ].join('\n'),
    );
    expect(cluster.type('kubectl exec shares -c side -- kill -HUP 8').exitCode).toBe(0);
    expect(cluster.type('kubectl exec shares -c side -- kill 99').exitCode).toBe(1);
    expect(cluster.path('pod shares', '{.status.containerStatuses[*].state.running.startedAt}')).toMatch(/Z .*Z$/);
    expect(cluster.type('kubectl exec shares -c nginx -- kill 14').exitCode).toBe(0);
    cluster.wait(3);
    expect(cluster.path('pod shares', '{.status.containerStatuses[1].state.terminated.exitCode}')).toBe('143');
    expect(cluster.path('pod shares', '{.status.containerStatuses[0].state.running.startedAt}')).toMatch(/Z$/);
  });

  it('SH10: the server of an image serves also where a script starts it', () => {
    expect(cluster.path('pod zoo', '{.status.phase}')).toBe('Running');
    expect(cluster.type('kubectl exec zoo -- ps').stdout).toContain(
      '    1 root      0:00 start-zookeeper --data_dir=/data\n',
    );
  });

  it('SH2: a loop goes on until what it waits for is there', () => {
    expect(cluster.path('pod waits', '{.status.phase}')).toBe('Pending');
    cluster.apply(service('later'));
    cluster.wait(6);
    expect(cluster.path('pod waits', '{.status.phase}')).toBe('Succeeded');
    expect(cluster.type('kubectl exec deploy/web -- sh -c echo').exitCode).toBe(0);
  });

  it('SH19: a trap knows what its script has set and started', () => {
    expect(cluster.path('pod trapped', '{.status.phase}')).toBe('Running');
    expect(cluster.type('kubectl exec trapped -- kill 1').exitCode).toBe(0);
    cluster.wait(3);
    expect(cluster.path('pod trapped', `${TERMINATED}.exitCode}`)).toBe('3');
    expect(cluster.type('kubectl logs trapped').stdout).toBe('ready\nbye\n');
  });

  it('CRI10, KL28: last words and variables from a ConfigMap', () => {
    expect(cluster.path('pod told', `${TERMINATED}.message}`)).toBe('alpha beta\n');
    expect(cluster.path('pod logged', `${TERMINATED}.message}`)).toBe('oops\n');
  });

  it('CRI27: what a container that failed wrote last stays with it, of one that ended well nothing', () => {
    const rows = [...cluster.run.engine.table(CONTAINER_TABLES.of('node-1')).values()];
    const wrote = (pod: string) => rows.filter((row) => row.pod === pod).map((row) => row.wrote);
    expect(wrote('logged')).toEqual(['oops']);
    expect(wrote('missing')).toEqual(['sh: app: not found']);
    const well = rows.filter(({ exitCode }) => exitCode === 0);
    expect(well.length).toBeGreaterThan(0);
    expect(well.filter((row) => row.wrote !== undefined)).toEqual([]);
  });

  it('KL24, SH12: what cannot be started ends the Pod; in a shell it is not found', () => {
    expect(cluster.path('pod absent', '{.status.phase}')).toBe('Failed');
    expect(cluster.path('pod absent', `${TERMINATED}.reason}`)).toBe('StartError');
    expect(cluster.path('pod absent', `${TERMINATED}.message}`)).toMatch(
      /exec: "app": executable file not found in \$PATH/,
    );
    expect(cluster.path('pod missing', `${TERMINATED}.exitCode}`)).toBe('127');
    expect(cluster.type('kubectl logs missing').stdout).toBe('sh: app: not found\n');
  });
});

describe('Pods that a kubelet looks at', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(
    [
      pod(
        'side',
        `initContainers: [{name: proxy, image: "busybox:1.36", restartPolicy: Always, command: [sleep, "3600"]}], ${busybox('[sleep, "2"]')}`,
      ),
      pod('elsewhere', `nodeName: node-1, nodeSelector: {disk: ssd}, ${busybox('[sleep, "2"]')}`),
      pod(
        'first',
        `nodeName: node-1, containers: [{name: main, image: "nginx:1.27", ports: [{containerPort: 80, hostPort: 80}]}]`,
      ),
      pod(
        'second',
        `nodeName: node-1, containers: [{name: main, image: "nginx:1.27", ports: [{containerPort: 80, hostPort: 80}]}]`,
      ),
      pod(
        'root',
        `imagePullSecrets: [{name: mine}], containers: [{name: main, image: "nginx:1.27", securityContext: {runAsNonRoot: true}}]`,
      ),
      pod(
        'claims',
        `nodeName: node-1, volumes: [{name: data, persistentVolumeClaim: {claimName: none}}], ${busybox('[sleep, "2"]', ', volumeMounts: [{name: data, mountPath: /data}]')}`,
      ),
      pod(
        'mounts',
        `volumes: [{name: a, configMap: {name: none}}, {name: b, secret: {secretName: none}}, {name: c, secret: {secretName: unused}}], ${busybox('[sleep, "2"]', ', volumeMounts: [{name: a, mountPath: /a}, {name: b, mountPath: /b}]')}`,
      ),
      pod(
        'rules',
        busybox(
          '[sh, -c, "sleep 3; exit 42"]',
          ', restartPolicy: Never, restartPolicyRules: [{action: Restart, exitCodes: {operator: In, values: [42]}}]',
        ),
      ),
    ].join(''),
  );
  cluster.wait(45);

  it('KL23: a sidecar does not make a Pod fail', () => {
    expect(cluster.path('pod side', '{.status.phase}')).toBe('Succeeded');
    expect(cluster.path('pod side', '{.status.conditions[?(@.type=="Initialized")].reason}')).toBe('PodCompleted');
  });

  it('KL26: who names a node by hand is asked all the same', () => {
    expect(cluster.path('pod elsewhere', '{.status.reason} {.status.message}')).toBe(
      "NodeAffinity Pod was rejected: Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector",
    );
    expect(cluster.path('pod second', '{.status.reason}')).toBe('NodePorts');
    expect(cluster.path('pod second', '{.status.startTime}')).not.toBe('');
  });

  it('KL27: nobody runs as root who must not', () => {
    const waiting = cluster.path('pod root', '{.status.containerStatuses[0].state.waiting.message}');
    expect(waiting).toMatch(
      /^container has runAsNonRoot and image will run as root \(pod: "root_default\(.*\)", container: main\)$/,
    );
    expect(cluster.events('root')).toContain(
      'Warning FailedToRetrieveImagePullSecret Unable to retrieve some image pull secrets (mine); attempting to pull the image may not succeed.',
    );
  });

  it('KL25: each volume has its own error; a missing claim ends the attempt', () => {
    const told = cluster.events('mounts').filter((line) => line.includes('FailedMount'));
    expect(told.sort()).toEqual([
      'Warning FailedMount MountVolume.SetUp failed for volume "a" : configmap "none" not found',
      'Warning FailedMount MountVolume.SetUp failed for volume "b" : secret "none" not found',
    ]);
    expect(cluster.events('claims').find((line) => line.includes('FailedMount'))).toMatch(
      /unmounted volumes=\[data kube-api-access-\w+\], unattached volumes=\[\], failed to process volumes=\[data\]: error processing PVC default\/none: failed to fetch PVC from API server: persistentvolumeclaims "none" not found$/,
    );
  });

  it('KL24: a rule of a container goes before its policy', () => {
    expect(Number(cluster.path('pod rules', '{.status.containerStatuses[0].restartCount}'))).toBeGreaterThan(0);
  });

  it('KL29: an advertised resource becomes allocatable, and one that is taken back is not any more', () => {
    const patch = '{"status":{"capacity":{"example.com/dongle":"4"}}}';
    cluster.type(`kubectl patch node node-1 --subresource=status --type=merge -p ${patch}`);
    cluster.wait(11);
    expect(cluster.path('node node-1', "{.status.allocatable['example\\.com/dongle']}")).toBe('4');
    cluster.type(`kubectl patch node node-1 --subresource=status --type=merge -p ${patch.replace('"4"', 'null')}`);
    cluster.wait(11);
    expect(cluster.path('node node-1', '{.status.allocatable}')).not.toContain('dongle');
  });
});

describe('what a shell does about the signal that ends it', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const script = (text: string): string => JSON.stringify(['sh', '-c', text]);
  const forms: Readonly<Record<string, string>> = {
    front: "trap 'echo bye; exit 0' TERM; sleep 3600",
    loop: "trap 'echo bye; exit 0' TERM; while true; do echo round; sleep 5; done",
    waiting: "trap 'echo bye; exit 3' TERM; sleep 3600 & wait $!",
    resting: 'trap : TERM; sleep 3600 & wait; echo after $?',
    named: 'stop() { echo stopping; exit 4; }; trap stop TERM INT; while :; do sleep 3600 & wait $!; done',
    deaf: "trap '' TERM; sleep 3600 & wait",
    replaced: "trap 'echo bye; exit 0' TERM; exec sleep 3600",
    ending: "trap 'echo bye' EXIT; trap 'exit 6' TERM; sleep 3600 & wait",
  };
  cluster.apply(
    Object.entries(forms)
      .map(([name, text]) =>
        pod(name, `terminationGracePeriodSeconds: 8, ${busybox(script(text))}`).replace(
          'metadata: {',
          'metadata: {finalizers: [example.com/kept], ',
        ),
      )
      .join(''),
  );
  cluster.wait(4);
  for (const name of Object.keys(forms)) cluster.type(`kubectl delete pod ${name} --wait=false`);
  cluster.wait(14);
  const codeOf = (name: string): string => cluster.path(`pod ${name}`, `${TERMINATED}.exitCode}`);

  // Recorded from BusyBox 1.35: `ash -c SCRIPT & kill -TERM $!`.
  it.each([
    ['front', '137', ''],
    ['loop', '0', 'round\nbye\n'],
    ['waiting', '3', 'bye\n'],
    ['resting', '0', 'after 143\n'],
    ['named', '4', 'stopping\n'],
    ['deaf', '137', ''],
    ['replaced', '137', ''],
    ['ending', '6', 'bye\n'],
  ])('CRI4: a trap waits for the command before it, not for `wait`: %s', (name, code, log) => {
    expect(codeOf(name)).toBe(code);
    expect(cluster.type(`kubectl logs ${name}`).stdout).toBe(log);
  });
});

it('TL5: a container sees the memory of its machine, and how long it has been up', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.apply(pod('looks', busybox('[sh, -c, "free; uptime; sleep 60"]')));
  cluster.wait(130);
  const capacity = cluster.path('node node-1', '{.status.capacity.memory}');
  const kib = Number(/^(\d+)Ki$/.exec(capacity)?.[1] ?? 0);
  expect(kib).toBeGreaterThan(0);
  cluster.apply(pod('stays', busybox('[sleep, "600"]')));
  cluster.wait(5);
  const inside = (command: string): string => cluster.type(`kubectl exec stays -- ${command}`).stdout;
  expect(inside('cat /proc/meminfo')).toMatch(new RegExp(`^MemTotal: +${kib} kB\nMemFree: +\\d+ kB\n`));
  expect(inside('free')).toMatch(new RegExp(`^ +total +used +free.*\nMem: +${kib} +\\d+ +\\d+ `));
  expect(inside('grep -c processor /proc/cpuinfo')).toBe(`${cluster.path('node node-1', '{.status.capacity.cpu}')}\n`);
  expect(inside('uptime')).toMatch(/^ \d\d:\d\d:\d\d up 2 min, {2}0 users, {2}load average: 0\.\d\d, /);
  expect(Number(inside('cat /proc/uptime').split(' ')[0])).toBeGreaterThan(130);
  expect(cluster.type('kubectl logs looks').stdout).toMatch(/Mem: +\d+[\s\S]+ up 0 min/);
});

it('IMG35, NW5: agnhost connect says in a word whether somebody can be reached', () => {
  const cluster = new TypedCluster({ nodes: 1, proxy: 'iptables' });
  const image = 'image: "registry.k8s.io/e2e-test-images/agnhost:2.55"';
  const server = `containers: [{name: c, ${image}, args: [netexec, --http-port, "80", --udp-port, "9376"]}]`;
  cluster.apply(
    pod('asks', `containers: [{name: c, ${image}, args: [pause]}]`) +
      pod('server', server).replace('name: server', 'name: server, labels: {app: web}') +
      pod('once', `containers: [{name: c, ${image}, args: [connect, "nowhere:80"]}]`) +
      service('web') +
      service('none').replace('app: web', 'app: none'),
  );
  cluster.wait(8);
  const connect = (...words: string[]): string => {
    const { stderr, exitCode } = cluster.words(['exec', 'asks', '--', '/agnhost', 'connect', ...words]);
    return `${exitCode} ${stderr.split('\n')[0]}`;
  };
  expect(connect('web:80')).toBe('0 ');
  expect(connect('--timeout=3s', 'none:80')).toBe('1 REFUSED');
  expect(connect('web:80', '--timeout', '1s', '--protocol', 'udp')).toBe('1 TIMEOUT');
  expect(connect('10.250.1.1:80')).toBe('1 TIMEOUT');
  expect(connect('nowhere:80')).toBe('1 DNS: lookup nowhere: no such host');
  expect(cluster.type('kubectl logs once').stdout).toBe('DNS: lookup nowhere: no such host\n');
  const ip = cluster.path('pod server', '{.status.podIP}');
  expect(connect('--protocol=udp', `${ip}:9376`)).toBe('0 ');
  const datagram = `echo clientip | nc -u -w 2 -p 12345 ${ip} 9376`;
  expect(cluster.words(['exec', 'asks', '--', 'sh', '-c', datagram]).stdout).toMatch(/^[\d.]+:12345$/);
});

it('SH9: a shell signs what went wrong with the name by which it was called', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const script = '"echo a > /no/b; nosuch; cd /no; test -b /etc; echo $? $0"';
  cluster.apply(
    pod('path', busybox(`[/bin/sh, -c, ${script}]`)) +
      pod('name', busybox(`[sh, -c, ${script}]`)) +
      pod('known', busybox('[/bin/sh, -c, nosuch]')),
  );
  cluster.wait(6);
  const said = (name: string): readonly string[] => cluster.type(`kubectl logs ${name}`).stdout.split('\n');
  const lines = (shell: string) => [
    `${shell}: can't create /no/b: nonexistent directory`,
    `${shell}: nosuch: not found`,
    `${shell}: cd: can't cd to /no: No such file or directory`,
    `1 ${shell}`,
    '',
  ];
  expect(said('path')).toEqual(lines('/bin/sh'));
  expect(said('name')).toEqual(lines('sh'));
  expect(said('known')).toEqual(['/bin/sh: nosuch: not found', '']);
});
