import { expect, it } from 'vitest';
import { TypedCluster } from '../../testing/typed-cluster.ts';

const pod = (name: string, command: string, container = '', spec = '') => `apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  restartPolicy: Never
  terminationGracePeriodSeconds: 30
  ${spec}
  containers: [{name: c, image: "busybox:1.36", command: [sh, -c, '${command}']${container === '' ? '' : `, ${container}`}}]
---
`;
const running = (...pods: readonly string[]): TypedCluster => {
  const cluster = new TypedCluster();
  cluster.apply(pods.join(''));
  cluster.wait(5);
  return cluster;
};
const log = (cluster: TypedCluster, name: string): string => cluster.type(`kubectl logs ${name}`).stdout;

it('KL57: a container has no signal of its own: the feature is off', () => {
  const container = `{name: c, image: "busybox:1.36", lifecycle: {stopSignal: SIGUSR1}}`;
  const hooked = `{name: d, image: "busybox:1.36", lifecycle: {stopSignal: SIGUSR1, preStop: {sleep: {seconds: 1}}}}`;
  const cluster = new TypedCluster({ nodes: 0 });
  const template = `{metadata: {labels: {a: b}}, spec: {restartPolicy: Never, containers: [${container}, ${hooked}]}}`;
  const job = `{template: {spec: {restartPolicy: Never, containers: [${container}]}}}`;
  cluster.apply(
    [
      pod('bare', 'true', 'lifecycle: {stopSignal: SIGUSR1}'),
      `apiVersion: v1\nkind: PodTemplate\nmetadata: {name: t}\ntemplate: ${template}\n---\n`,
      `apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: c}\nspec: {schedule: "@yearly", jobTemplate: {spec: ${job}}}\n`,
    ].join(''),
  );
  expect(cluster.path('pod bare', '{.spec.containers[0].name} {.spec.containers[0].lifecycle}')).toBe('c ');
  expect(cluster.path('podtemplate t', '{.template.spec.containers[*].lifecycle}')).toBe(
    '{"preStop":{"sleep":{"seconds":1}}}',
  );
  expect(cluster.path('cronjob c', '{.spec.jobTemplate.spec.template.spec.containers[0].lifecycle}')).toBe('');
});

it('KL58: the kubelet puts variables into commands and names of folders', () => {
  const volume = 'volumes: [{name: v, emptyDir: {}}]';
  const mounted = (value: string, path: string) =>
    `env: [{name: P, value: "${value}"}], volumeMounts: [{name: v, mountPath: /v, subPathExpr: ${path}}]`;
  const cluster = running(
    pod('told', 'P=wrong echo "$(P) $$(P) $(Q)"', 'env: [{name: P, value: right}]'),
    pod('slash', 'true', mounted('/x', '$(P)'), volume),
    pod('dots', 'true', mounted('..', '$(P)'), volume),
    pod('none', 'true', mounted('x', '$(P)/$(Q)'), volume),
  );
  expect(log(cluster, 'told')).toMatch(/^right {2}$/m);
  const why = (name: string) => cluster.path(`pod ${name}`, '{.status.containerStatuses[0].state.waiting.message}');
  expect(why('slash')).toBe('error SubPath `/x` must not be an absolute path');
  expect(why('dots')).toBe("unable to provision SubPath `..`: must not contain '..'");
  expect(why('none')).toBe('missing value for Q');
  expect(cluster.events('none')).toContain('Warning Failed Error: missing value for Q');
});

it('KL58, KL61: values are made of Services, of what envFrom brings and of variables before them', () => {
  const more = `apiVersion: v1
kind: ConfigMap
metadata: {name: more}
data: {GIVEN: given, HOME: /elsewhere}
---
apiVersion: v1
kind: Service
metadata: {name: foo}
spec: {clusterIP: 10.96.7.8, ports: [{port: 80}]}
---
`;
  const variables = {
    URL: 'http://$(FOO_SERVICE_HOST):$(FOO_SERVICE_PORT)/',
    API: '$(KUBERNETES_SERVICE_HOST)',
    EARLY: '$(GIVEN) $(LATE)',
    GIVEN: '$(GIVEN) again',
    FOO_PORT: 'mine',
    LATE: '$(GIVEN) $(FOO_PORT)',
    DOLLARS: '$$(GIVEN) $$$(GIVEN) $$ $ $(',
    PART: 'of-$(FOO_SERVICE_PORT)',
  };
  const env = Object.entries(variables).map(([name, value]) => `{name: ${name}, value: "${value}"}`);
  const mounts =
    'volumeMounts: [{name: v, mountPath: /v, subPathExpr: $(FOO_SERVICE_PORT)}, {name: v, mountPath: /all}]';
  const own = `envFrom: [{configMapRef: {name: more}}], env: [${env}], ${mounts}`;
  const volumes = 'volumes: [{name: v, emptyDir: {}}]';
  const cluster = running(
    more,
    pod('made', 'env; echo $(FOO_SERVICE_HOST) $(URL); ls /all', own, volumes),
    pod('unlinked', 'env', `env: [${env}]`, 'enableServiceLinks: false'),
  );
  const lines = log(cluster, 'made').split('\n');
  for (const line of [
    'URL=http://10.96.7.8:80/',
    'API=10.96.0.1',
    'EARLY=given $(LATE)',
    'GIVEN=given again',
    'FOO_PORT=mine',
    'LATE=given again mine',
    'DOLLARS=$(GIVEN) $given again $ $ $(',
    'HOME=/elsewhere',
    '10.96.7.8 http://10.96.7.8:80/',
    '80',
  ])
    expect(lines).toContain(line);
  const unlinked = log(cluster, 'unlinked').split('\n');
  expect(unlinked).toContain('URL=http://$(FOO_SERVICE_HOST):$(FOO_SERVICE_PORT)/');
  expect(unlinked).toContain('API=10.96.0.1');
});

it('KL59: forbidden kernel settings and other systems are refused by the node', () => {
  const cluster = running(
    pod('setting', 'true', '', 'securityContext: {sysctls: [{name: kernel.msgmax, value: "1"}]}'),
    pod('safe', 'true', '', 'securityContext: {sysctls: [{name: kernel.shm_rmid_forced, value: "1"}]}'),
    pod('windows', 'true', '', 'os: {name: windows}'),
  );
  const status = (name: string) => cluster.path(`pod ${name}`, '{.status.phase} {.status.reason} {.status.message}');
  expect(status('setting')).toBe(
    'Failed SysctlForbidden Pod was rejected: forbidden sysctl: "kernel.msgmax" not allowlisted',
  );
  expect(status('safe')).toBe('Succeeded  ');
  expect(status('windows')).toBe(
    "Failed PodOSNotSupported Pod was rejected: Failed to admit pod as the OS field doesn't match node OS",
  );
});

it('KL60: names, resolvers, users and last words are those of the Pod', () => {
  const cluster = running(
    pod(
      'hosts',
      'cat /etc/hosts',
      '',
      'hostname: me\n  subdomain: sub\n  hostAliases: [{ip: 1.2.3.4, hostnames: [a.b, c]}]',
    ),
    pod('dns', 'cat /etc/resolv.conf', '', 'dnsPolicy: None\n  dnsConfig: {nameservers: [1.1.1.1], searches: [x.y]}'),
    pod('user', 'id; id -u', 'securityContext: {runAsUser: 1001}', 'securityContext: {runAsGroup: 7, fsGroup: 8}'),
    pod('last', 'echo -n DONE > /dev/own', 'terminationMessagePath: /dev/own'),
  );
  const address = cluster.path('pod hosts', '{.status.podIP}');
  expect(log(cluster, 'hosts')).toContain(
    `${address}\tme.sub.default.svc.cluster.local\tme\n\n# Entries added by HostAliases.\n1.2.3.4\ta.b\tc\n`,
  );
  expect(log(cluster, 'dns')).toBe('search x.y\nnameserver 1.1.1.1\n');
  expect(log(cluster, 'user')).toBe('uid=1001 gid=7 groups=7,8\n1001\n');
  expect(cluster.path('pod last', '{.status.containerStatuses[0].state.terminated.message}')).toBe('DONE');
});

it('KL61: a container is told of the Services of its namespace', () => {
  const service = `apiVersion: v1
kind: Service
metadata: {name: foo-bar}
spec: {clusterIP: 10.96.7.7, ports: [{name: web-http, port: 80}, {name: dns, port: 53, protocol: UDP}]}
---
`;
  const cluster = running(service, pod('told', 'env'), pod('unlinked', 'env', '', 'enableServiceLinks: false'));
  const lines = log(cluster, 'told').split('\n');
  expect(lines.filter((line) => line.startsWith('FOO_BAR_'))).toEqual([
    'FOO_BAR_SERVICE_HOST=10.96.7.7',
    'FOO_BAR_SERVICE_PORT=80',
    'FOO_BAR_SERVICE_PORT_WEB_HTTP=80',
    'FOO_BAR_SERVICE_PORT_DNS=53',
    'FOO_BAR_PORT=tcp://10.96.7.7:80',
    'FOO_BAR_PORT_80_TCP=tcp://10.96.7.7:80',
    'FOO_BAR_PORT_80_TCP_PROTO=tcp',
    'FOO_BAR_PORT_80_TCP_PORT=80',
    'FOO_BAR_PORT_80_TCP_ADDR=10.96.7.7',
    'FOO_BAR_PORT_53_UDP=udp://10.96.7.7:53',
    'FOO_BAR_PORT_53_UDP_PROTO=udp',
    'FOO_BAR_PORT_53_UDP_PORT=53',
    'FOO_BAR_PORT_53_UDP_ADDR=10.96.7.7',
  ]);
  expect(lines).toContain('KUBERNETES_SERVICE_HOST=10.96.0.1');
  expect(log(cluster, 'unlinked')).not.toContain('FOO_BAR');
});

it('KL62: a volume of a driver in the Pod itself needs a driver that makes such', () => {
  const driver = (name: string, spec: string) => `apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: {name: ${name}}
spec: ${spec}
---
`;
  const mounting = (name: string, of: string) =>
    pod(name, 'true', 'volumeMounts: [{name: v, mountPath: /v}]', `volumes: [{name: v, csi: {driver: ${of}}}]`);
  const cluster = running(
    driver('inline.example', '{volumeLifecycleModes: [Ephemeral]}'),
    driver('plain.example', '{}'),
    mounting('made', 'inline.example'),
    mounting('other', 'plain.example'),
    mounting('none', 'none.example'),
  );
  const begin =
    'Warning FailedMount MountVolume.NewMounter initialization failed for volume "v" : volume mode "Ephemeral"';
  expect(cluster.path('pod made', '{.status.phase}')).toBe('Succeeded');
  expect(cluster.events('other')).toContain(
    `${begin} not supported by driver plain.example (only supports ["Persistent"])`,
  );
  expect(cluster.events('none')).toContain(`${begin} not supported by driver none.example (no CSIDriver object)`);
});

it('KL72: variables come out of a file that another container wrote', () => {
  const file = (key: string, path = 'made.env', more = '') =>
    `{name: ${key}, valueFrom: {fileKeyRef: {volumeName: v, path: ${path}, key: ${key}${more}}}}`;
  const lines = ['# made', "  ONE='first' # note", "TWO='a", "b'", "NONE= 'x'"];
  const write = [...lines.map((line) => `echo "${line}" >> /v/made.env`), 'echo "ONE=plain" > /v/bad.env'].join('; ');
  const prepare = `initContainers: [{name: i, image: "busybox:1.36", command: [sh, -c, '${write.replaceAll("'", "''")}'], volumeMounts: [{name: v, mountPath: /v}]}]`;
  const spec = `volumes: [{name: v, emptyDir: {}}]
  ${prepare}`;
  const env = (...items: readonly string[]) => `env: [${items.join(', ')}]`;
  const optional = ', optional: true';
  const cluster = running(
    pod('good', 'echo "$ONE-$TWO-$NONE"', env(file('ONE'), file('TWO'), file('NONE', 'made.env', optional)), spec),
    pod('lacks', 'true', env(file('THREE')), spec),
    pod('bad', 'true', env(file('ONE', 'bad.env', optional)), spec),
    pod('gone', 'true', env(file('ONE', 'nope.env', optional)), spec),
  );
  cluster.wait(5);
  expect(log(cluster, 'good')).toBe('first-a\nb-\n');
  const why = (name: string) =>
    cluster.path(
      `pod ${name}`,
      '{.status.containerStatuses[0].state.waiting.reason}: {.status.containerStatuses[0].state.waiting.message}',
    );
  expect(why('lacks')).toMatch(
    /^CreateContainerConfigError: environment variable key "THREE" not found in file "\/var\/lib\/kubelet\/pods\/[-0-9a-f]+\/volumes\/kubernetes\.io~empty-dir\/v\/made\.env"$/,
  );
  for (const name of ['bad', 'gone']) expect(why(name)).toBe("CreateContainerConfigError: couldn't parse env file");
});

it('KL73: a resolver has its limits, and so have the names of hosts', () => {
  const long = `${'a'.repeat(60)}-bc-${'d'.repeat(20)}`;
  const full = 'setHostnameAsFQDN: true';
  const cluster = running(
    pod('servers', 'grep nameserver /etc/resolv.conf', '', 'dnsConfig: {nameservers: [1.1.1.1, 2.2.2.2, 3.3.3.3]}'),
    pod(
      'searches',
      'true',
      '',
      `dnsConfig: {searches: [${Array.from({ length: 31 }, (_, at) => `s${at}.example`).join(', ')}]}`,
    ),
    pod(long, 'hostname'),
    pod('own', 'hostname', '', 'hostnameOverride: my.own.name'),
    pod('whole', 'hostname', '', `hostname: db, subdomain: shop, ${full}`.replaceAll(', ', '\n  ')),
    pod('toolong', 'true', '', `subdomain: ${'s'.repeat(60)}\n  ${full}`),
  );
  const limits = 'limits were exceeded, some';
  expect(cluster.events('servers')).toContain(
    `Warning DNSConfigForming Nameserver ${limits} nameservers have been omitted, the applied nameserver line is: 10.96.0.10 1.1.1.1 2.2.2.2`,
  );
  expect(log(cluster, 'servers')).toBe('nameserver 10.96.0.10\nnameserver 1.1.1.1\nnameserver 2.2.2.2\n');
  const searched = cluster.events('searches').find((event) => event.includes('Search Line'));
  expect(searched).toMatch(
    /^Warning DNSConfigForming Search Line limits were exceeded, some search paths have been omitted, the applied search line is: default\.svc\.cluster\.local .* s28\.example$/,
  );
  expect(log(cluster, long)).toBe(`${'a'.repeat(60)}-bc\n`);
  expect(log(cluster, 'own')).toBe('my.own.name\n');
  expect(log(cluster, 'whole')).toBe('db.shop.default.svc.cluster.local\n');
  const name = `toolong.${'s'.repeat(60)}.default.svc.cluster.local`;
  expect(cluster.events('toolong')).toContain(
    `Warning FailedCreatePodSandBox Failed to create pod sandbox: failed to construct FQDN from pod hostname and cluster domain, FQDN ${name} is too long (64 characters is the max, ${name.length} characters requested)`,
  );
  expect(cluster.path('pod toolong', '{.status.phase}')).toBe('Pending');
});

it('KL25: what a volume lacks is told in the words of its source, and all at once', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  cluster.type('kubectl create secret generic s --from-literal=a=1');
  cluster.type('kubectl create configmap m --from-literal=a=1');
  const key = 'items: [{key: nope, path: nope}]';
  const mounts = 'volumeMounts: [{name: v, mountPath: /v}]';
  cluster.apply(
    pod('key', 'true', mounts, `volumes: [{name: v, secret: {secretName: s, ${key}}}]`) +
      pod(
        'both',
        'true',
        mounts,
        `volumes: [{name: v, projected: {sources: [{configMap: {name: m, ${key}}}, {secret: {name: gone}}]}}]`,
      ) +
      pod('git', 'true', mounts, 'volumes: [{name: v, gitRepo: {repository: "https://example.org/r.git"}}]'),
  );
  cluster.wait(3);
  const failed = 'Warning FailedMount MountVolume.SetUp failed for volume "v" :';
  expect(cluster.events('key')).toContain(`${failed} references non-existent secret key: nope`);
  expect(cluster.events('both')).toContain(
    `${failed} [configmap references non-existent config key: nope, secret "gone" not found]`,
  );
  expect(cluster.events('git')).toContain(
    `${failed} git-repo volume plugin has been disabled; if necessary, it may be re-enabled by enabling the feature-gate \`GitRepoVolumeDriver\``,
  );
});

it('KL28: what a Pod names is watched, and not asked for again', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  for (const kind of ['secret generic', 'configmap']) cluster.type(`kubectl create ${kind} given --from-literal=a=1`);
  const ref = (name: string) => `env: [{name: A, valueFrom: {${name}: {name: given, key: a}}}]`;
  const prepare = `{name: i, image: "busybox:1.36", command: [sh, -c, 'echo "$A"'], ${ref('secretKeyRef')}}`;
  const spec = `imagePullSecrets: [{name: given}, {name: none}]
  initContainers: [${prepare}]`;
  cluster.apply(pod('told', 'echo "$A"', ref('configMapKeyRef'), spec));
  cluster.wait(6);
  expect(log(cluster, 'told') + cluster.type('kubectl logs told -c i').stdout).toBe('1\n1\n');
  expect(cluster.events('told').some((event) => event.includes('image pull secrets (none);'))).toBe(true);
  const counted = cluster.type('kubectl get --raw /metrics').stdout.split('\n');
  const requests = (verb: string, resource: string) =>
    counted.some((line) => line.includes(`resource="${resource}",`) && line.includes(`verb="${verb}"`));
  for (const resource of ['secrets', 'configmaps'])
    expect([requests('WATCH', resource), requests('GET', resource)]).toEqual([true, false]);
});

it('KL91: the first process tells what it may', () => {
  const context = (text: string) => `securityContext: {${text}}`;
  const cluster = running(
    pod('usual', 'sleep 3600'),
    pod('more', 'sleep 3600', context('capabilities: {add: [NET_ADMIN, SYS_TIME], drop: [CHOWN]}')),
    pod('none', 'sleep 3600', context('capabilities: {drop: [ALL], add: [NET_BIND_SERVICE]}')),
    pod('all', 'sleep 3600', context('privileged: true')),
    pod('user', 'sleep 3600', context('allowPrivilegeEscalation: false, runAsUser: 1000, runAsGroup: 3000')),
  );
  const bits = (name: string, what: string) =>
    cluster.type(`kubectl exec ${name} -- grep ${what}: /proc/1/status`).stdout.trim();
  expect(['usual', 'more', 'none', 'all', 'user'].map((name) => bits(name, 'CapEff'))).toEqual([
    'CapEff:\t00000000a80425fb',
    'CapEff:\t00000000aa0435fa',
    'CapEff:\t0000000000000400',
    'CapEff:\t000001ffffffffff',
    'CapEff:\t0000000000000000',
  ]);
  expect(bits('user', 'NoNewPrivs')).toBe('NoNewPrivs:\t1');
  expect(bits('user', 'Gid')).toBe('Gid:\t3000\t3000\t3000\t3000');
  expect(cluster.type('kubectl exec usual -- ps').stdout).toContain('    1 root      0:00 sleep 3600\n');
  expect(cluster.type('kubectl exec usual -- printenv HOSTNAME HOME').stdout).toBe('usual\n/root\n');
});

it('KL91: the first process, too, finds its cgroup, its users and what its image is', () => {
  const cluster = new TypedCluster({ nodes: 1 });
  const cat = '[cat, /sys/fs/cgroup/memory.max, /proc/1/cgroup, /etc/passwd]';
  cluster.apply(`apiVersion: v1
kind: Pod
metadata: {name: looks}
spec:
  restartPolicy: Never
  containers:
  - {name: c, image: "busybox:1.36", command: ${cat}, resources: {limits: {memory: 20Mi}}}
  - {name: d, image: "alpine:3.20", command: [sh, -c, "grep ^ID= /etc/os-release"]}
`);
  cluster.wait(8);
  expect(cluster.type('kubectl logs looks -c c').stdout).toMatch(/^20971520\n0::\/\nroot:x:0:0:/);
  expect(cluster.type('kubectl logs looks -c d').stdout).toBe('ID=alpine\n');
});
