import { expect, it } from 'vitest';
import { WATCHES_TABLE } from '../../apiserver/watchcache/rows.ts';
import { REFLECTOR_TABLES } from '../../clientgo/rows.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const TWO = `apiVersion: v1
kind: Pod
metadata: {name: two}
spec:
  initContainers:
  - name: setup
    image: "busybox:1.36"
    command: [sh, -c, "echo '<h1>hello</h1>' > /work/index.html; hostname > /work/name"]
    volumeMounts: [{name: pages, mountPath: /work}]
  containers:
  - name: web
    image: nginx
    volumeMounts: [{name: pages, mountPath: /usr/share/nginx/html}]
  - name: writer
    image: "busybox:1.36"
    command: [sh, -c, "i=0; while true; do echo \\"$i: $(date +%S)\\" >> /data/log; i=$((i+1)); sleep 2; done"]
    volumeMounts: [{name: pages, mountPath: /data}]
  - name: reader
    image: "busybox:1.36"
    args: [/bin/sh, -c, "tail -n+1 -F /var/log/log"]
    volumeMounts: [{name: pages, mountPath: /var/log, readOnly: true}]
  volumes: [{name: pages, emptyDir: {}}]
`;

it('KL51, SH3: what one container writes into an emptyDir the others read, and a web server shows', () => {
  const cluster = new TypedCluster();
  cluster.apply(TWO);
  cluster.wait(20);
  const run = (container: string, command: string) => cluster.type(`kubectl exec two -c ${container} -- ${command}`);
  expect(run('web', 'cat /usr/share/nginx/html/name').stdout).toBe('two\n');
  expect(run('reader', 'cat /var/log/index.html').stdout).toBe('<h1>hello</h1>\n');
  expect(run('reader', 'cat /data/log').exitCode).toBe(1);
  const log = cluster.type('kubectl logs two -c reader').stdout.split('\n');
  expect(log.slice(0, 3).map((line) => line.split(':')[0])).toEqual(['0', '1', '2']);
  expect(run('reader', 'touch /var/log/x')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Read-only file system'),
  });
  run('writer', 'rm /data/index.html');
  expect(run('web', 'ls /usr/share/nginx/html').stdout).toBe('log\nname\n');
});

const client = `apiVersion: v1
kind: Pod
metadata: {name: client}
spec: {nodeName: node-2, containers: [{name: c, image: "busybox:1.36", command: [sleep, "36000"]}]}
---
`;

it('CRI14: another Pod is answered with the pages that were put into a volume', () => {
  const cluster = new TypedCluster({ proxy: 'iptables' });
  cluster.apply(client + TWO);
  cluster.wait(15);
  const ip = cluster.path('pod two', '{.status.podIP}');
  const get = (path: string) => cluster.type(`kubectl exec client -- wget -qO- http://${ip}${path}`);
  expect(get('/').stdout).toBe('<h1>hello</h1>\n');
  expect(get('/nowhere')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('404 Not Found') });
  cluster.type('kubectl cp page.html two:/usr/share/nginx/html/page.html', { 'page.html': 'copied\n' });
  expect(get('/page.html').stdout).toBe('copied\n');
  expect(cluster.type('kubectl exec two -c writer -- cat /data/page.html').stdout).toBe('copied\n');
  cluster.type(`kubectl exec client -- wget -q -O /tmp/got http://${ip}`);
  expect(cluster.type('kubectl exec client -- cat /tmp/got').stdout).toBe('<h1>hello</h1>\n');
});

const writer = (name: string, volume: string): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  restartPolicy: Never
  nodeName: node-1
  containers:
  - name: c
    image: "busybox:1.36"
    command: [sh, -c, "cat /data/kept || echo nothing; echo of ${name} >> /data/kept"]
    volumeMounts: [{name: v, mountPath: /data}]
  volumes: [{name: v, ${volume}}]
---
`;
const CLAIM = `apiVersion: v1
kind: PersistentVolume
metadata: {name: pv}
spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], storageClassName: "", hostPath: {path: /mnt/kept}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: claim}
spec: {storageClassName: "", accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
---
`;

it('KL52: what a Pod leaves on its node or in a claim the next one finds; an emptyDir is new', () => {
  const cluster = new TypedCluster();
  cluster.apply(CLAIM);
  cluster.wait(3);
  const log = (name: string, volume: string): string => {
    cluster.apply(writer(name, volume));
    cluster.wait(8);
    return cluster.type(`kubectl logs ${name}`).stdout;
  };
  const nothing = "cat: can't open '/data/kept': No such file or directory\nnothing\n";
  expect(log('a', 'emptyDir: {}')).toBe(nothing);
  expect(log('b', 'emptyDir: {medium: Memory}')).toBe(nothing);
  expect(log('c', 'hostPath: {path: /srv/x, type: DirectoryOrCreate}')).toBe(nothing);
  expect(log('d', 'hostPath: {path: /srv/x, type: Directory}')).toBe('of c\n');
  expect(log('e', 'persistentVolumeClaim: {claimName: claim}')).toBe(nothing);
  cluster.type('kubectl delete pod e');
  expect(log('f', 'persistentVolumeClaim: {claimName: claim}')).toBe('of e\n');
  expect(log('g', 'hostPath: {path: /mnt}')).toBe(
    "cat: read error: Is a directory\nnothing\nsh: can't create /data/kept: Is a directory\n",
  );
  expect(cluster.events('g')).not.toContainEqual(expect.stringContaining('FailedMount'));
  log('h', 'hostPath: {path: /srv/nowhere, type: Directory}');
  expect(cluster.events('h')).toContainEqual(
    'Warning FailedMount MountVolume.SetUp failed for volume "v" : hostPath type check failed: /srv/nowhere is not a directory',
  );
});

it('KL52: a node has a name, hosts and a resolver of its own on its disk', () => {
  const cluster = new TypedCluster();
  cluster.apply(`apiVersion: v1
kind: Pod
metadata: {name: host}
spec:
  nodeName: node-1
  restartPolicy: Never
  containers:
  - name: c
    image: busybox
    command: [sh, -c, cat /host/hostname /host/hosts /host/resolv.conf]
    volumeMounts: [{name: etc, mountPath: /host}]
  volumes: [{name: etc, hostPath: {path: /etc}}]
`);
  cluster.wait(8);
  expect(cluster.type('kubectl logs host').stdout).toBe('node-1\n127.0.0.1\tlocalhost\nnameserver 10.123.0.1\n');
});

it('KL51: a part of a volume that is not there is made, as open as the volume', () => {
  const cluster = new TypedCluster();
  cluster.apply(`apiVersion: v1
kind: Pod
metadata: {name: parts}
spec:
  restartPolicy: Never
  securityContext: {fsGroup: 123}
  containers:
  - name: c
    image: busybox
    command: [sh, -c, stat -c "%a %g" /part /volume /volume/a]
    volumeMounts: [{name: v, mountPath: /part, subPath: a/b}, {name: v, mountPath: /volume}]
  volumes: [{name: v, emptyDir: {}}]
`);
  cluster.wait(8);
  expect(cluster.type('kubectl logs parts').stdout).toBe('2777 123\n2777 123\n2777 123\n');
});

it('KL53: a container that is started again finds what its ConfigMap says by now, also a part of it', () => {
  const cluster = new TypedCluster();
  const map = (value: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cm}\ndata: {file: ${value}}\n`;
  cluster.apply(map('old'));
  cluster.apply(`apiVersion: v1
kind: Pod
metadata: {name: p}
spec:
  terminationGracePeriodSeconds: 0
  containers:
  - name: c
    image: busybox
    command: [sleep, "100000"]
    volumeMounts: [{name: v, mountPath: /part, subPath: file}]
    livenessProbe: {exec: {command: [grep, new, /part]}, initialDelaySeconds: 1, failureThreshold: 1, periodSeconds: 2}
  volumes: [{name: v, configMap: {name: cm}}]
`);
  cluster.wait(6);
  cluster.apply(map('new'));
  const restarts = (): string => cluster.path('pod p', '{.status.containerStatuses[0].restartCount}');
  cluster.wait(30);
  const soon = restarts();
  expect(cluster.type('kubectl exec p -- cat /part').stdout).toBe('new');
  cluster.wait(60);
  expect(restarts()).toBe(soon);
});

it('KL51: bytes that are no text are mounted as they are', () => {
  const cluster = new TypedCluster();
  cluster.apply(`apiVersion: v1
kind: ConfigMap
metadata: {name: bytes}
data: {text: plain}
binaryData: {dump.bin: 3sr+utD+/w==}
---
apiVersion: v1
kind: Secret
metadata: {name: bytes}
data: {key: 3sr+utD+/w==}
---
apiVersion: v1
kind: Pod
metadata: {name: reader}
spec:
  restartPolicy: Never
  containers:
  - name: c
    image: busybox
    command: [sh, -c, ls /cm; hexdump -C /cm/dump.bin; base64 /secret/key; wc -c /secret/key; md5sum /cm/dump.bin]
    volumeMounts: [{name: cm, mountPath: /cm}, {name: secret, mountPath: /secret}]
  volumes: [{name: cm, configMap: {name: bytes}}, {name: secret, secret: {secretName: bytes}}]
`);
  cluster.wait(8);
  expect(cluster.type('kubectl logs reader').stdout.split('\n')).toEqual([
    'dump.bin',
    'text',
    '00000000  de ca fe ba d0 fe ff                              |.......|',
    '00000007',
    '3sr+utD+/w==',
    '7 /secret/key',
    '0a3bc0bc30dada2f6ef7a0783da8197a  /cm/dump.bin',
    '',
  ]);
});

const TOLD = `apiVersion: v1
kind: ConfigMap
metadata: {name: cfg}
data: {colour: red}
---
apiVersion: v1
kind: Secret
metadata: {name: sec}
stringData: {pw: old}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: fixed}
data: {colour: grey}
immutable: true
---
apiVersion: v1
kind: Pod
metadata: {name: p, labels: {tier: web}}
spec:
  containers:
  - name: c
    image: "busybox:1.36"
    command: [sh, -c, "while true; do cat /etc/cfg/colour; echo; sleep 5; done"]
    env: [{name: COLOUR, valueFrom: {configMapKeyRef: {name: cfg, key: colour}}}]
    volumeMounts:
    - {name: cfg, mountPath: /etc/cfg}
    - {name: cfg, mountPath: /etc/one, subPath: colour}
    - {name: all, mountPath: /etc/all}
    - {name: maybe, mountPath: /etc/maybe}
  volumes:
  - {name: cfg, configMap: {name: cfg}}
  - {name: maybe, configMap: {name: later, optional: true}}
  - name: all
    projected:
      sources:
      - {secret: {name: sec}}
      - {configMap: {name: fixed}}
      - {downwardAPI: {items: [{path: labels, fieldRef: {fieldPath: metadata.labels}}]}}
`;

it('KL53: volumes of ConfigMaps and Secrets are written anew by a later sync; parts of them and variables are not', () => {
  const cluster = new TypedCluster();
  cluster.apply(TOLD);
  cluster.wait(10);
  const cat = (path: string): string => cluster.type(`kubectl exec p -- cat ${path}`).stdout;
  expect(cat('/etc/cfg/colour')).toBe('red');
  cluster.apply('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: cfg}\ndata: {colour: blue}\n');
  cluster.apply('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: later}\ndata: {a: b}\n');
  cluster.type('kubectl label pod p tier=db --overwrite');
  cluster.wait(1);
  expect(cat('/etc/all/labels')).toBe('tier="db"');
  cluster.wait(100);
  expect(cat('/etc/cfg/colour')).toBe('blue');
  expect(cat('/etc/maybe/a')).toBe('b');
  expect(cat('/etc/cfg/..data/colour')).toBe('blue');
  expect(cluster.type('kubectl exec p -- ls -la /etc/cfg').stdout).toMatch(
    /^total 12\n.* \.\n.* \.\.\ndrwx.* (\.\.2026_\S+)\nlrwx.* \.\.data -> \1\nlrwx.* colour -> \.\.data\/colour\n$/,
  );
  expect(cat('/etc/one')).toBe('red');
  expect(cluster.type('kubectl exec p -- printenv COLOUR').stdout).toBe('red\n');
  expect(cluster.type('kubectl logs p --tail=1').stdout).toBe('blue\n');
});

const stopped = (name: string, script: string, image = 'busybox:1.36'): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  restartPolicy: Never
  terminationGracePeriodSeconds: 5
  activeDeadlineSeconds: 4
  containers: [{name: c, image: "${image}", command: [sh, -c, ${JSON.stringify(script)}], terminationMessagePolicy: FallbackToLogsOnError}]
---
`;

it('CRI4, CRI10: a shell does what its trap says, and its last words are told', () => {
  const cluster = new TypedCluster();
  cluster.apply(
    [
      stopped('leaves', "trap 'echo draining; sleep 1; echo done; exit 3' TERM; while true; do sleep 1; done"),
      stopped('waits', 'trap : TERM INT; echo up > /dev/termination-log; sleep infinity & wait'),
      stopped('stays', "trap 'echo no' TERM; while true; do sleep 1; done"),
      stopped('cleans', 'cleanup() { echo bye; exit 0; }\ntrap cleanup TERM\nsleep 3600 & wait'),
      stopped('quits', "trap 'exit 0' TERM; sleep 3600", 'nginx'),
    ].join(''),
  );
  cluster.wait(30);
  const ended = (name: string): string =>
    cluster.path(`pod ${name}`, '{range .status.containerStatuses[0].state.terminated}{.exitCode} {.message}{end}');
  expect(ended('leaves')).toBe('3 draining\ndone\n');
  expect(ended('waits')).toBe('143 up\n');
  expect(ended('stays')).toBe('137 no\n');
  expect(ended('cleans')).toBe('0 ');
  expect(cluster.type('kubectl logs cleans').stdout).toBe('bye\n');
  expect(ended('quits')).toBe('137 ');
});

const READ_ONLY = `apiVersion: v1
kind: Pod
metadata: {name: sealed}
spec:
  containers:
  - name: c
    image: nginx
    command: [sh, -c, "echo hi > /tmp/x; echo $?; mkdir /cache/d; cp /etc/hostname /cache/d; nginx -g 'daemon off;'"]
    securityContext: {readOnlyRootFilesystem: true}
    volumeMounts: [{name: cache, mountPath: /cache}]
  volumes: [{name: cache, emptyDir: {medium: Memory}}]
`;

it('TL1: what is read-only stays as it is, what is mounted is listed and found', () => {
  const cluster = new TypedCluster();
  cluster.apply(READ_ONLY);
  cluster.wait(10);
  const run = (command: string): string => cluster.type(`kubectl exec sealed -- ${command}`).stdout;
  const log = cluster.type('kubectl logs sealed').stdout;
  expect(log).toMatch(/^sh: can't create \/tmp\/x: Read-only file system\n1\n.*ready for start up\n/);
  expect(run('find /cache -type f')).toBe('/cache/d/hostname\n');
  expect(run('cat /cache/d/hostname')).toBe('sealed\n');
  expect(run('wc -c /cache/d/hostname')).toBe('7 /cache/d/hostname\n');
  expect(run('mount')).toBe(
    'overlay on / type overlay (ro,relatime)\ntmpfs on /cache type tmpfs (rw,relatime,size=24581684k)\n',
  );
  expect(run('df -h /cache')).toContain('tmpfs');
});

it('KL92: what no pod of a node names any more is watched no longer', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const { engine } = cluster.run;
  cluster.type('kubectl create configmap told --from-literal=a=1');
  cluster.apply('{apiVersion: v1, kind: Secret, metadata: {name: fixed}, immutable: true, stringData: {b: "2"}}');
  const reader = (name: string) => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  volumes: [{name: told, configMap: {name: told}}]
  containers:
  - name: c
    image: busybox:1.36
    command: [sh, -c, 'cat /told/a; echo " $B"; sleep 3600']
    env: [{name: B, valueFrom: {secretKeyRef: {name: fixed, key: b}}}]
    volumeMounts: [{name: told, mountPath: /told}]
`;
  const state = (resource: string, name: string) =>
    [
      ...engine
        .table(REFLECTOR_TABLES.of(`kubelet/node-1/${resource}?namespace=default&fieldSelector=metadata.name=${name}`))
        .values(),
    ].map((row) => row.state);
  const watches = () =>
    [...engine.table(WATCHES_TABLE).values()]
      .filter(({ user, fieldSelector }) => user === 'system:node:node-1' && fieldSelector.startsWith('metadata.name='))
      .map(({ resource, fieldSelector }) => `${resource} ${fieldSelector.slice('metadata.name='.length)}`)
      .filter((watch) => watch !== 'nodes node-1')
      .sort();
  for (const name of ['first', 'second']) cluster.apply(reader(name));
  cluster.wait(8);
  expect([state('configmaps', 'told'), state('secrets', 'fixed')]).toEqual([['watching'], ['stopped']]);
  expect(watches()).toEqual(['configmaps kube-root-ca.crt', 'configmaps told']);
  cluster.type('kubectl delete pod first --now');
  cluster.wait(5);
  expect(state('configmaps', 'told')).toEqual(['watching']);
  cluster.type('kubectl delete pod second --now');
  cluster.wait(5);
  expect(watches()).toEqual([]);
  expect([state('configmaps', 'told'), state('configmaps', 'kube-root-ca.crt')]).toEqual([[], []]);

  cluster.type(`kubectl patch configmap told -p {"data":{"a":"3"}}`);
  cluster.apply(reader('third'));
  cluster.wait(8);
  expect(cluster.type('kubectl logs third').stdout).toBe('3 2\n');
  expect(state('configmaps', 'told')).toEqual(['watching']);
  cluster.type(`kubectl patch configmap told -p {"data":{"a":"4"}}`);
  cluster.wait(95);
  expect(cluster.type('kubectl exec third -- cat /told/a').stdout).toBe('4');
});
