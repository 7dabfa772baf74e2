import { expect, it } from 'vitest';
import { unpackTar } from '../../base/bytes/tar.ts';
import { Folder } from '../ports/folder.ts';
import { TypedCluster } from '../testing/typed-cluster.ts';
import { Files } from '../tools/files/files.ts';
import { agnhostPage } from './agnhost-pages.ts';

const IMAGE = 'registry.k8s.io/e2e-test-images/agnhost:2.53';
const pod = (name: string, args: string, volume: string, spec = '') => `apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: x}}
spec:
  restartPolicy: Never
  ${spec}
  containers: [{name: c, image: "${IMAGE}", args: [${args}], volumeMounts: [{name: v, mountPath: /etc/v}]}]
  volumes: [{name: v, ${volume}}]
---
`;
const MAP = `apiVersion: v1
kind: ConfigMap
metadata: {name: cm}
data: {data-1: value-1}
---
`;

function logs(text: string, ...names: readonly string[]): readonly string[] {
  const cluster = new TypedCluster();
  cluster.apply(text);
  cluster.wait(8);
  return names.map((name) => cluster.type(`kubectl logs ${name}`).stdout);
}

it('IMG13: programs for lessons tell who they are', () => {
  const cluster = new TypedCluster();
  cluster.type('kubectl run boot --image=gcr.io/google-samples/kubernetes-bootcamp:v1');
  cluster.type('kubectl run hello --image=us-docker.pkg.dev/google-samples/containers/gke/hello-app:2.0');
  cluster.wait(4);
  const asked = (name: string) =>
    cluster.type(`kubectl get --raw /api/v1/namespaces/default/pods/${name}:8080/proxy/`).stdout;
  expect(asked('boot')).toBe('Hello Kubernetes bootcamp! | Running on: boot | v=1\n');
  expect(asked('hello')).toBe('Hello, world!\nVersion: 2.0.0\nHostname: hello\n');
});

it('IMG32: nonewprivs and nonroot tell as whom they run', () => {
  const ran = (name: string, image: string, context: string, command = '') => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  restartPolicy: Never
  containers: [{name: c, image: "registry.k8s.io/e2e-test-images/${image}", securityContext: {${context}}${command}}]
---
`;
  const text = [
    ran('gains', 'nonewprivs:1.3', 'runAsUser: 1000'),
    ran('kept', 'nonewprivs:1.3', 'runAsUser: 1000, allowPrivilegeEscalation: false'),
    ran('own', 'nonroot:1.4', 'runAsNonRoot: true', ', command: [id, -u]'),
    ran('other', 'nonroot:1.4', 'runAsNonRoot: true, runAsUser: 1001', ', command: [id, -u]'),
  ].join('');
  expect(logs(text, 'gains', 'kept', 'own', 'other')).toEqual([
    'Effective uid: 0\n',
    'Effective uid: 1000\n',
    '1234\n',
    '1001\n',
  ]);
});

it('IMG13: nautilus answers with the name of its picture', () => {
  const cluster = new TypedCluster();
  cluster.type('kubectl run nautilus --image=registry.k8s.io/e2e-test-images/nautilus:1.7');
  cluster.wait(4);
  const path = '/api/v1/namespaces/default/pods/nautilus:80/proxy/data.json';
  expect(JSON.parse(cluster.type(`kubectl get --raw ${path}`).stdout)).toEqual({ image: 'nautilus.jpg' });
});

it('TL2: mounttest tells of contents, modes and kinds of what is mounted', () => {
  const look = 'mounttest, --file_content=/etc/v/data-1, --file_mode=/etc/v/data-1';
  const told = logs(
    MAP +
      pod('plain', look, 'configMap: {name: cm}') +
      pod('modes', look, 'configMap: {name: cm, defaultMode: 256}') +
      pod(
        'item',
        'mounttest, --file_mode=/etc/v/a/b',
        'configMap: {name: cm, items: [{key: data-1, path: a/b, mode: 256}]}',
      ) +
      pod('group', look, 'configMap: {name: cm, defaultMode: 256}', 'securityContext: {fsGroup: 5}') +
      pod('memory', 'mounttest, --fs_type=/etc/v, --file_perm=/etc/v', 'emptyDir: {medium: Memory}') +
      pod('fresh', 'mounttest, --new_file_0666=/etc/v/f, --file_perm=/etc/v/f', 'emptyDir: {}'),
    'plain',
    'modes',
    'item',
    'group',
    'memory',
    'fresh',
  );
  const content = 'content of file "/etc/v/data-1": value-1\n';
  expect(told).toEqual([
    `mode of file "/etc/v/data-1": -rw-r--r--\n${content}`,
    `mode of file "/etc/v/data-1": -r--------\n${content}`,
    'mode of file "/etc/v/a/b": -r--------\n',
    `mode of file "/etc/v/data-1": -r--r-----\n${content}`,
    'mount type of "/etc/v": tmpfs\nperms of file "/etc/v": -rwxrwxrwx\n',
    'content of file "/etc/v/f": mount-tester new file\n\nperms of file "/etc/v/f": -rw-rw-rw-\n',
  ]);
});

it('TL2: in a loop it sees what is changed later; other subcommands tell or serve', () => {
  const cluster = new TypedCluster();
  const loop = 'mounttest, --break_on_expected_content=false, --retry_time=120, --file_content_in_loop=/etc/v/data-1';
  cluster.apply(
    MAP +
      pod('loop', loop, 'configMap: {name: cm}') +
      pod('entry', 'entrypoint-tester, override, arguments', 'emptyDir: {}') +
      pod('serves', 'netexec, --http-port=8083', 'emptyDir: {}'),
  );
  cluster.wait(8);
  expect(cluster.type('kubectl logs entry').stdout).toBe('[/agnhost entrypoint-tester override arguments]\n');
  expect(cluster.path('pods', '{.items[*].status.phase}')).toBe('Succeeded Running Running');
  cluster.type('kubectl patch configmap cm -p {"data":{"data-1":"value-2"}}');
  cluster.wait(110);
  expect(cluster.type('kubectl logs loop').stdout).toContain('content of file "/etc/v/data-1": value-2\n');
});

it('TL2: agnhost has a second name', () => {
  const text = pod('second', 'entrypoint-tester, x', 'emptyDir: {}').replace('args:', 'command: [/agnhost-2], args:');
  expect(logs(text, 'second')).toEqual(['[/agnhost-2 entrypoint-tester x]\n']);
});

it('IMG33: its generator of logs writes as many lines as it is told, evenly, and ends', () => {
  const cluster = new TypedCluster();
  cluster.apply(pod('logs', 'logs-generator, --log-lines-total, "100", --run-duration=20s', 'emptyDir: {}'));
  cluster.wait(12);
  const lines = (flags = '') => cluster.type(`kubectl logs logs${flags}`).stdout.trimEnd().split('\n');
  expect(lines().length).toBeGreaterThan(30);
  expect(lines()[7]).toMatch(
    /^I\d{4} [\d:]{8}\.\d{6} {7}1 logs_generator\.go:76\] 7 (?:GET|PUT|POST) \/api\/v1\/namespaces\/\S+\/pods\/\w{3,4} \d{3}$/,
  );
  expect([4, 5, 6]).toContain(lines(' --since=1s').length);
  cluster.wait(12);
  expect(lines()).toHaveLength(100);
  expect(cluster.path('pod logs', '{.status.phase}')).toBe('Succeeded');
  cluster.apply(pod('none', 'logs-generator', 'emptyDir: {}'));
  cluster.wait(6);
  expect(cluster.path('pod none', '{.status.containerStatuses[0].state.terminated.exitCode}')).toBe('255');
});

it('IMG34: agnhost pauses unless it is told otherwise', () => {
  const text = pod('blank', 'x', 'emptyDir: {}').replace('args: [x], ', '');
  expect(logs(`${text}${pod('told', 'pause', 'emptyDir: {}')}`, 'blank', 'told')).toEqual(['Paused\n', 'Paused\n']);
});

it('IMG34: the servers of agnhost answer with what they are asked for', () => {
  const asked = (words: readonly string[], path: string, seconds = 1) =>
    agnhostPage({ words, path, hostname: 'web-1', from: 0, now: seconds * 1_000_000 });
  expect(asked(['serve-hostname'], '/')).toEqual({ code: 200, body: 'web-1' });
  expect(asked(['netexec', '--http-port=8080'], '/hostname')).toEqual({ code: 200, body: 'web-1' });
  expect(asked(['netexec'], '/echo?msg=a%20b+c&code=418')).toEqual({ code: 418, body: 'a b c' });
  expect(asked(['netexec'], '/')?.body).toBe('NOW: 1970-01-01 00:00:01.000000000 +0000 UTC m=+1.000000000');
  expect(asked(['netexec'], '/shell?cmd=ls')).toBeUndefined();
  expect(asked(['liveness'], '/healthz')).toEqual({ code: 200, body: 'ok' });
  expect(asked(['liveness'], '/healthz', 11)).toEqual({ code: 500, body: 'error: 11' });
});

it('IMG36: porter answers at the ports that its variables name, test-webserver with files, nettest with who wrote to it', () => {
  const cluster = new TypedCluster();
  const server = (name: string, words: string, more = ''): string => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec: {containers: [{name: c, image: "registry.k8s.io/e2e-test-images/agnhost:2.55", args: [${words}]${more}}]}
---
`;
  const ports =
    ', env: [{name: SERVE_PORT_80, value: eighty}, {name: SERVE_PORT_162, value: other}, {name: SERVE_TLS_PORT_443, value: tls}]';
  cluster.apply(`${server('porter', 'porter', ports)}${server('files', 'test-webserver')}${server('peers', 'nettest')}apiVersion: v1
kind: Pod
metadata: {name: asks}
spec: {containers: [{name: c, image: busybox, command: [sleep, "3600"]}]}
`);
  cluster.wait(8);
  const raw = (place: string): string => {
    const { stdout, stderr } = cluster.type(`kubectl get --raw /api/v1/namespaces/default/pods/${place}`);
    return stdout + stderr;
  };
  expect(raw('porter:80/proxy/')).toBe('eighty');
  expect(raw('porter:162/proxy/')).toBe('other');
  expect(raw('https:porter:443/proxy/')).toBe('tls');
  expect(raw('porter:443/proxy/')).toContain('Client sent an HTTP request to an HTTPS server.');
  expect(raw('porter:81/proxy/')).toContain('connect: connection refused');
  cluster.words(['exec', 'files', '--', 'sh', '-c', 'mkdir /results; echo OK > /results/a']);
  expect(cluster.type('kubectl exec files -- ls /results').stdout).toBe('a\n');
  expect(raw('files/proxy/results/a')).toBe('OK\n');
  expect(raw('files/proxy/results/')).toContain('<pre>\n<a href="a">a</a>\n</pre>\n');
  expect(raw('files/proxy/results/b')).toContain('Error from server (NotFound)');
  const url = `http://${cluster.path('pod peers', '{.status.podIP}')}:8080/write`;
  const write = ['exec', 'asks', '--', 'wget', '-qO-', '--post-data={"Source": "prestop"}', url];
  expect(cluster.words(write).stdout).toBe('{"Hostname":"peers"}\n');
  expect(JSON.parse(raw('peers:8080/proxy/read'))).toMatchObject({
    Hostname: 'peers',
    Received: { prestop: 1 },
    StillContactingPeers: true,
  });
  expect(raw('peers:8080/proxy/status')).toBe('running');
});

it('IMG37: netexec notes what it is asked, nginx too', () => {
  const cluster = new TypedCluster();
  cluster.apply(`${pod('net', 'netexec, --http-port=8080', 'emptyDir: {}')}apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {containers: [{name: c, image: "nginx:1.27"}]}
---
apiVersion: v1
kind: Pod
metadata: {name: asks}
spec: {containers: [{name: c, image: busybox, command: [sleep, "3600"]}]}
`);
  cluster.wait(20);
  const address = (name: string) => cluster.type(`kubectl get pod ${name} -o jsonpath={.status.podIP}`).stdout;
  const asks = (url: string) => cluster.type(`kubectl exec asks -- wget -qO- http://${url}`).stdout;
  expect(asks(`${address('net')}:8080/echo?msg=hi`)).toContain('hi');
  expect(asks(`${address('net')}:8080/clientip`)).toMatch(new RegExp(`^${address('asks')}:\\d+$`));
  const lines = cluster.type('kubectl logs net').stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/^I\d{4} [\d:]{8}\.\d{6} {7}1 /, ''))).toEqual([
    'log.go:195] Started HTTP server on port 8080',
    'log.go:195] Started UDP server on port  8081',
    'log.go:195] GET /echo?msg=hi&code=',
    'log.go:195] GET /clientip',
  ]);
  asks(`${address('web')}/`);
  const last = cluster.type('kubectl logs web --tail=1').stdout;
  expect(last).toMatch(
    /^10\.\S+ - - \[\d\d\/\w{3}\/\d{4}:[\d:]{8} \+0000\] "GET \/ HTTP\/1\.1" 200 \d+ "-" "Wget" "-"\n$/,
  );
  const posted = cluster.words(['exec', 'asks', '--', 'wget', '-qO-', '--post-data=x', `http://${address('web')}/`]);
  expect(posted.stderr).toContain('405');
  expect(cluster.type('kubectl logs web --tail=1').stdout).toContain('"POST / HTTP/1.1" 405');
});

it('IMG34: a probe of the ailing server fails after ten seconds, and its container is made again', () => {
  const cluster = new TypedCluster();
  const probe = 'livenessProbe: {httpGet: {path: /healthz, port: 8080}, initialDelaySeconds: 3, periodSeconds: 3}';
  cluster.apply(`apiVersion: v1
kind: Pod
metadata: {name: ill}
spec: {containers: [{name: c, image: "${IMAGE}", args: [liveness], ${probe}}]}
`);
  cluster.wait(8);
  expect(cluster.path('pods', '{.items[*].status.containerStatuses[0].restartCount}')).toBe('0');
  cluster.wait(60);
  expect(cluster.path('pods', '{.items[*].status.containerStatuses[0].restartCount}')).not.toBe('0');
  const { stdout } = cluster.type('kubectl get events --field-selector reason=Unhealthy');
  expect(stdout).toContain('Liveness probe failed: HTTP probe failed with statuscode: 500');
});

it('TL2: stat, chmod and long listings know permissions', () => {
  const script = 'touch /etc/v/f; chmod 600 /etc/v/f; stat -c "%a %n" /etc/v/f; ls -l /etc/v/f; ls -ld /etc/v';
  const text = pod('a', 'x', 'emptyDir: {}').replace('args: [x]', `command: [sh, -c, '${script}']`);
  const [told = ''] = logs(text, 'a');
  expect(told).toMatch(/^600 \/etc\/v\/f\n-rw------- .*\ndrwxrwxrwx /);
});

it('TL1: an archive of what is in a folder has names from there on', () => {
  const files = new Files(new Folder());
  files.write('/tmp/d/e/f', 'hi', false);
  const archive = files.pack('/tmp/d/.', 0, '.') ?? '';
  expect(unpackTar(archive).map(({ path }) => path)).toEqual(['./', './e/f']);
  files.unpack(archive, '/tmp/x');
  expect(files.read('/tmp/x/e/f')).toBe('hi');
});

it('TL1: a folder stays when the last file in it goes', () => {
  const image = new Map([['/usr/share/nginx/html/index.html', 'hi']]);
  const files = new Files(new Folder(), { image });
  files.write('/a/b/c', 'x', false);
  files.remove('/a/b/c');
  expect([files.isFolder('/a/b'), files.read('/a/b/c')]).toEqual([true, undefined]);
  files.remove('/usr/share/nginx/html/index.html');
  expect(files.isFolder('/usr/share/nginx/html')).toBe(true);
  files.remove('/a');
  expect(files.isFolder('/a/b')).toBe(false);
});

it('KL54, TL2: who answers questions about its health over gRPC is ready, at its own port alone', () => {
  const cluster = new TypedCluster();
  const asked = (name: string, container: string, port: number) =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec:\n  containers:\n  - {name: c, ${container}, readinessProbe: {grpc: {port: ${port}}, periodSeconds: 2}}\n---\n`;
  const health = 'image: "registry.k8s.io/e2e-test-images/agnhost:2.56", args: [grpc-health-checking]';
  const etcd = 'image: "registry.k8s.io/etcd:3.5.1-0", command: [/usr/local/bin/etcd, --data-dir, /var/lib/etcd]';
  cluster.apply(asked('health', health, 5000) + asked('other', health, 2333) + asked('etcd', etcd, 2379));
  cluster.wait(15);
  expect(cluster.path('pods', '{.items[*].status.containerStatuses[0].ready}')).toBe('true true false');
});
