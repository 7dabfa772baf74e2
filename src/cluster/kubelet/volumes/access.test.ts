import { expect, it } from 'vitest';
import { Folder } from '../../ports/folder.ts';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const pod = (name: string, context: string, volumes: string, extra = ''): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  ${context === '' ? '' : `securityContext: {${context}}`}
  containers:
  - name: c
    image: busybox:1.36
    command: [sleep, 1h]
    ${extra}
    volumeMounts: [{name: v, mountPath: /data/demo}]
  volumes: [{name: v, ${volumes}}]
---
`;

const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {k: v}\n---\n';

const shellIn =
  (cluster: TypedCluster, name: string) =>
  (script: string): string => {
    const { stdout, stderr } = cluster.words(['exec', name, '--', 'sh', '-c', script]);
    return stdout + stderr.replace(/command terminated.*\n/, '');
  };
/** Without links, sizes and times. */
const modes = (listing: string): readonly string[] =>
  listing
    .split('\n')
    .filter((line) => /^[-dl]/.test(line))
    .map((line) => line.replace(/^(\S+) +\d+ (\S+) +(\S+) .* (\S+)$/, '$1 $2 $3 $4'));

it('KL103, TL7: a folder of the group gives its group to what is made there, and its maker owns it', () => {
  const cluster = new TypedCluster();
  cluster.apply(
    pod('demo', 'runAsUser: 1000, runAsGroup: 3000, fsGroup: 2000, supplementalGroups: [4000]', 'emptyDir: {}'),
  );
  cluster.wait(10);
  const sh = shellIn(cluster, 'demo');
  expect(sh('ps').split('\n')[1]).toBe('    1 1000      0:00 sleep 1h');
  expect(sh('id')).toBe('uid=1000 gid=3000 groups=2000,3000,4000\n');
  expect(modes(sh('ls -l /data'))).toEqual(['drwxrwsrwx root 2000 demo']);
  expect(modes(sh('cd /data/demo; echo hello > testfile; mkdir sub; ls -l'))).toEqual([
    'drwxr-sr-x 1000 2000 sub',
    '-rw-r--r-- 1000 2000 testfile',
  ]);
  expect(sh('cd /tmp; touch own; stat -c "%u:%g" own')).toBe('1000:3000\n');
});

it('KL103: volumes of the kubelet have the modes and owners that it gives them', () => {
  const cluster = new TypedCluster();
  const secret = 'secret: {secretName: s, defaultMode: 256}';
  const token = 'projected: {sources: [{serviceAccountToken: {path: token}}]}';
  cluster.apply(
    SECRET +
      pod('plain', '', secret) +
      pod('grouped', 'runAsUser: 7, fsGroup: 5', secret) +
      pod('other', 'runAsUser: 7', secret) +
      pod('memory', '', 'emptyDir: {medium: Memory, sizeLimit: 1Gi}', 'resources: {limits: {memory: 64Mi}}') +
      pod('token', 'runAsUser: 7', token) +
      pod('both', 'runAsUser: 7, fsGroup: 5', token),
  );
  cluster.wait(15);
  const look = 'cd /data; ls -l; cd demo; ls -l ..data/; cat k';
  expect(modes(shellIn(cluster, 'plain')('ls -ld /data/demo /data/demo/..data/k'))).toEqual([
    'drwxrwxrwt root root /data/demo',
    '-r-------- root root /data/demo/..data/k',
  ]);
  expect(shellIn(cluster, 'grouped')(look)).toMatch(/^total 4\ndrwxrwsrwt .* root +5 .*demo\n[\s\S]*\nv$/);
  expect(shellIn(cluster, 'other')('cat /data/demo/k; head -1 /data/demo/k; cp /data/demo/k /tmp')).toBe(
    "cat: can't open '/data/demo/k': Permission denied\nhead: /data/demo/k: Permission denied\n" +
      "cp: can't open '/data/demo/k': Permission denied\n",
  );
  expect(shellIn(cluster, 'memory')('mount | grep demo')).toBe(
    'tmpfs on /data/demo type tmpfs (rw,relatime,size=65536k)\n',
  );
  // The token itself stands behind a link.
  expect(shellIn(cluster, 'token')('stat -c %a /data/demo/token')).toBe('777\n');
  expect(shellIn(cluster, 'token')('stat -L -c "%a %u %g" /data/demo/token')).toBe('600 7 0\n');
  expect(shellIn(cluster, 'both')('stat -Lc "%a %u %g" /data/demo/token')).toBe('640 7 5\n');
});

it('KL103, TL7: who is not root writes where it may, and root gives files away', () => {
  const cluster = new TypedCluster();
  const host = 'hostPath: {path: /srv/shared, type: DirectoryOrCreate}';
  const onOne = (text: string): string => text.replace('spec:', 'spec:\n  nodeName: node-1');
  cluster.apply(onOne(pod('user', 'runAsUser: 7, fsGroup: 5', host)) + onOne(pod('root', '', host)));
  cluster.wait(10);
  const [user, root] = [shellIn(cluster, 'user'), shellIn(cluster, 'root')];
  expect(user('touch /data/demo/a; mkdir /data/demo/b; echo x > /x; chown 7 /data/demo')).toBe(
    "touch: /data/demo/a: Permission denied\nmkdir: can't create directory '/data/demo/b': Permission denied\n" +
      "sh: can't create /x: Permission denied\nchown: /data/demo: Operation not permitted\n",
  );
  root('mkdir /data/demo/own; chown -R 7:7 /data/demo/own');
  expect(modes(user('touch /data/demo/own/a; ls -l /data/demo /data/demo/own'))).toEqual([
    'drwxr-xr-x 7 7 own',
    '-rw-r--r-- 7 root a',
  ]);
});

it('CRI7: what a variable holds is not read as a reference when all of them are shown', () => {
  const cluster = new TypedCluster();
  cluster.apply(
    pod('all', '', 'emptyDir: {}', 'env: [{name: A, value: "a-$(NOPE)-$$(A)-$HOME"}]').replace('[sleep, 1h]', '[env]'),
  );
  cluster.wait(5);
  expect(cluster.type('kubectl logs all').stdout).toContain('\nA=a-$(NOPE)-$(A)-$HOME\n');
});

it('KL103: of a node only what is the volume becomes that of the group', () => {
  const disk = new Folder();
  for (const path of ['/mnt/a/sub/f', '/mnt/ab', '/etc/x']) disk.write(path, 'x');
  disk.giveTo(5, false, '/mnt/a');
  const told = ['/mnt/a', '/mnt/a/sub', '/mnt/a/sub/f', '/mnt', '/mnt/ab', '/etc/x'].map(
    (path) => `${disk.ownerOf(path).gid} ${disk.modeOf(path)?.toString(8) ?? 'usual'}`,
  );
  expect(told).toEqual(['5 2775', '5 2775', '5 664', '0 usual', '0 usual', '0 usual']);
});
