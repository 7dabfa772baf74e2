import { describe, expect, it } from 'vitest';
import type { Status } from '../../../../api/errors/status.ts';
import { type TestCluster, testCluster } from '../../testing.ts';
import { violationsOf } from './pod-security-checks.ts';

const container = (name: string, securityContext: object = {}, rest: object = {}): object => ({
  name,
  securityContext,
  ...rest,
});
const of = (level: string, spec: object, version = 'latest', metadata = {}): readonly string[] =>
  violationsOf(level, version, spec, metadata).map(({ reason, detail }) => `${reason} (${detail})`);

/** What restricted wants of every container. */
const GOOD = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
};

describe('AS86: the checks of a level', () => {
  it.each<readonly [string, object, readonly string[]]>([
    ['nothing', {}, []],
    [
      'namespaces of the node',
      { hostNetwork: true, hostPID: true, hostIPC: false },
      ['host namespaces (hostNetwork=true, hostPID=true)'],
    ],
    [
      'folders of the node',
      {
        volumes: [
          { name: 'v', hostPath: {} },
          { name: 'w', hostPath: {} },
          { name: 'x', emptyDir: {} },
        ],
      },
      ['hostPath volumes (volumes "v", "w")'],
    ],
    [
      'ports of the node, in the order of texts',
      { containers: [container('a', {}, { ports: [{ hostPort: 9 }, { hostPort: 80 }, {}] })] },
      ['hostPort (container "a" uses hostPorts 80, 9)'],
    ],
    [
      'capabilities',
      {
        containers: [
          container('a', { capabilities: { add: ['SYS_ADMIN', 'CHOWN'] } }),
          container('b', { capabilities: { add: ['NET_ADMIN', 'SYS_ADMIN'] } }),
        ],
      },
      [
        'non-default capabilities (containers "a", "b" must not include "NET_ADMIN", "SYS_ADMIN" in securityContext.capabilities.add)',
      ],
    ],
    [
      'profiles, labels and settings of the kernel',
      {
        securityContext: {
          seccompProfile: { type: 'Unconfined' },
          appArmorProfile: { type: 'Unconfined' },
          seLinuxOptions: { type: 'spc_t', user: 'u' },
          sysctls: [{ name: 'kernel.msgmax' }, { name: 'net.ipv4.tcp_wmem' }],
          windowsOptions: { hostProcess: true },
        },
        initContainers: [container('i', { procMount: 'Unmasked', seccompProfile: { type: 'Unconfined' } })],
        containers: [container('a', { privileged: true, seLinuxOptions: { role: 'r', type: 'container_engine_t' } })],
      },
      [
        'forbidden AppArmor profile (pod must not set AppArmor profile type to "Unconfined")',
        'privileged (container "a" must not set securityContext.privileged=true)',
        'procMount (container "i" must not set securityContext.procMount to "Unmasked")',
        'seLinuxOptions (pod and container "a" set forbidden securityContext.seLinuxOptions: type "spc_t"; user may not be set; role may not be set)',
        'seccompProfile (pod and container "i" must not set securityContext.seccompProfile.type to "Unconfined")',
        'forbidden sysctls (kernel.msgmax)',
        'hostProcess (pod must not set securityContext.windowsOptions.hostProcess=true)',
      ],
    ],
    [
      'hosts that probes and hooks ask',
      {
        containers: [
          container('a', {}, { livenessProbe: { httpGet: { host: '10.0.0.1' } } }),
          container('b', {}, { lifecycle: { preStop: { tcpSocket: { host: 'db' } } } }),
        ],
      },
      ['probe or lifecycle host (containers "a", "b" use probe or lifecycle hosts "10.0.0.1", "db")'],
    ],
  ])('baseline: %s', (_, spec, expected) => {
    expect(of('baseline', spec)).toEqual(expected);
    expect(of('privileged', spec)).toEqual([]);
  });

  it('annotations name the profile of a container, as before', () => {
    const key = 'container.apparmor.security.beta.kubernetes.io/a';
    const annotated = (value: string) => of('baseline', {}, 'latest', { annotations: { [key]: value } });
    expect(annotated('unconfined')).toEqual([
      `forbidden AppArmor profile (annotation must not set AppArmor profile type to "${key}="unconfined"")`,
    ]);
    expect(['runtime/default', 'localhost/x', ''].flatMap(annotated)).toEqual([]);
  });

  it('restricted wants more, and says of two checks of one thing the stricter one', () => {
    expect(of('restricted', { containers: [container('a', GOOD)] })).toEqual([]);
    const bad = { capabilities: { add: ['NET_ADMIN', 'NET_BIND_SERVICE'] }, runAsUser: 0, runAsNonRoot: false };
    const volumes = [
      { name: 'v', hostPath: {} },
      { name: 'n', nfs: {} },
      { name: 'c', configMap: {} },
    ];
    expect(of('restricted', { volumes, containers: [container('a', bad), container('b')] })).toEqual([
      'allowPrivilegeEscalation != false (containers "a", "b" must set securityContext.allowPrivilegeEscalation=false)',
      'unrestricted capabilities (containers "a", "b" must set securityContext.capabilities.drop=["ALL"]; container "a" must not include "NET_ADMIN" in securityContext.capabilities.add)',
      'restricted volume types (volumes "v", "n" use restricted volume types "hostPath", "nfs")',
      'runAsNonRoot != true (container "a" must not set securityContext.runAsNonRoot=false)',
      'runAsUser=0 (container "a" must not set runAsUser=0)',
      'seccompProfile (pod or containers "a", "b" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
    ]);
    const unconfined = container('a', { ...GOOD, seccompProfile: { type: 'Unconfined' } });
    expect(
      of('restricted', { containers: [unconfined, container('b', { ...GOOD, seccompProfile: undefined })] }),
    ).toEqual(['seccompProfile (container "a" must not set securityContext.seccompProfile.type to "Unconfined")']);
  });

  it('what a Pod says for all of its containers counts, and so do users and systems of its own', () => {
    const { runAsNonRoot: _root, seccompProfile: _profile, ...rest } = GOOD;
    const whole = { runAsNonRoot: true, seccompProfile: { type: 'Localhost' } };
    expect(of('restricted', { securityContext: whole, containers: [container('a', rest)] })).toEqual([]);
    const users = {
      hostUsers: false,
      containers: [container('a', { ...GOOD, runAsNonRoot: false, procMount: 'Unmasked' })],
    };
    expect(of('baseline', users)).toEqual([]);
    expect(of('restricted', users)).toEqual([
      'procMount (container "a" must not set securityContext.procMount to "Unmasked")',
    ]);
    expect(of('restricted', users, 'v1.34')).toHaveLength(2);
    const windows = { os: { name: 'windows' }, containers: [container('a', { runAsNonRoot: true })] };
    expect(of('restricted', windows)).toEqual([]);
    expect(of('restricted', windows, 'v1.24')).toHaveLength(3);
  });

  it('older versions ask for less', () => {
    const bare = { containers: [container('a')] };
    const reasons = (version: string) => violationsOf('restricted', version, bare, {}).map(({ reason }) => reason);
    expect(reasons('v1.7')).toEqual(['runAsNonRoot != true']);
    expect(reasons('v1.21')).toEqual(['allowPrivilegeEscalation != false', 'runAsNonRoot != true', 'seccompProfile']);
    const sysctls = { securityContext: { sysctls: [{ name: 'net.ipv4.tcp_rmem' }] } };
    expect(of('baseline', sysctls, 'v1.31')).toEqual(['forbidden sysctls (net.ipv4.tcp_rmem)']);
    expect(of('baseline', sysctls, 'v1.32')).toEqual([]);
  });
});

describe('AS86: the labels of a namespace', () => {
  const NAMESPACE = '/api/v1/namespaces/default';
  const pod = (name: string, spec: object = {}) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  });

  function cluster(): TestCluster {
    const made = testCluster();
    made.request('POST', `${NAMESPACE}/serviceaccounts`, { metadata: { name: 'default' } });
    return made;
  }

  const label = (on: TestCluster, labels: object) =>
    on.request('PATCH', NAMESPACE, {
      metadata: {
        labels: Object.fromEntries(
          Object.entries(labels).map(([mode, level]) => [`pod-security.kubernetes.io/${mode}`, level]),
        ),
      },
    });

  it('refuse Pods, and ephemeral containers of those that are there; changes that no check sees pass', () => {
    const on = cluster();
    on.request('POST', `${NAMESPACE}/pods`, pod('old', { hostPID: true }));
    const warned = label(on, { enforce: 'baseline', 'enforce-version': 'v1.36' });
    expect(warned.warnings).toEqual([
      'existing pods in namespace "default" violate the new PodSecurity enforce level "baseline:v1.36"',
      'old: host namespaces',
    ]);
    const refused = on.request('POST', `${NAMESPACE}/pods`, pod('new', { hostPID: true }));
    const why = 'violates PodSecurity "baseline:v1.36": host namespaces (hostPID=true)';
    expect((refused.body as Status).message).toBe(`pods "new" is forbidden: ${why}`);
    expect(on.request('POST', `${NAMESPACE}/pods`, pod('fine')).code).toBe(201);
    const change = (spec: object, subresource = '') =>
      on.request('PATCH', `${NAMESPACE}/pods/old${subresource}`, { spec });
    expect(change({ activeDeadlineSeconds: 5 }).code).toBe(200);
    expect((change({ containers: [{ name: 'c', image: 'other' }] }).body as Status).message).toContain(why);
    const added = change({ ephemeralContainers: [{ name: 'e', image: 'i' }] }, '/ephemeralcontainers');
    expect((added.body as Status).message).toContain(why);
  });

  it('warn of workloads, and let them pass', () => {
    const on = cluster();
    label(on, { enforce: 'restricted', warn: 'baseline' });
    const made = on.request('POST', '/apis/apps/v1/namespaces/default/deployments', {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: pod('x', { hostNetwork: true }).spec },
      },
    });
    expect(made.code).toBe(201);
    expect(made.warnings).toEqual(['would violate PodSecurity "baseline:latest": host namespaces (hostNetwork=true)']);
  });
});
