import { describe, expect, it } from 'vitest';
import { applyDefaults } from '../../defaults/index.ts';
import { errorText } from '../../errors/field-error.ts';
import { type ResourceInfo, resourceOf } from '../../scheme/scheme.ts';
import type { KObject } from '../../types/meta.ts';
import { validateCreate } from '../index.ts';

const pods = resourceOf('pods') as ResourceInfo;

function wrong(spec: object, metadata: object = {}): readonly string[] {
  const object = {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: { name: 'p', namespace: 'n', ...metadata },
    spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
  };
  return validateCreate(pods, applyDefaults(pods, object as KObject)).map(errorText);
}

const container = (fields: object): object => ({ containers: [{ name: 'c', image: 'i', ...fields }] });
const volume = (source: object): object => ({ volumes: [{ name: 'v', ...source }] });
const C = 'spec.containers[0]';

describe('VAL5: what a Pod says twice, or in no such place', () => {
  it.each<readonly [string, object, readonly string[]]>([
    [
      'a value from two places',
      container({
        env: [
          {
            name: 'A',
            valueFrom: { fieldRef: { fieldPath: 'metadata.name' }, secretKeyRef: { name: 's', key: 'k' } },
          },
        ],
      }),
      [`${C}.env[0].valueFrom: Invalid value: "": may not have more than one field specified at a time`],
    ],
    [
      'an overhead below nothing',
      { overhead: { cpu: '-1' } },
      ['spec.overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0'],
    ],
    [
      'processes shared with itself and the node',
      { shareProcessNamespace: true, hostPID: true },
      [
        'spec.securityContext.shareProcessNamespace: Invalid value: true: ShareProcessNamespace and HostPID cannot both be enabled',
      ],
    ],
    ['processes shared with itself', { shareProcessNamespace: true }, []],
    [
      'a mode below nothing',
      volume({ secret: { secretName: 's', defaultMode: -1 } }),
      [
        'spec.volumes[0].secret.defaultMode: Invalid value: -1: must be a number between 0 and 0777 (octal), both inclusive',
      ],
    ],
    ['the greatest mode', volume({ secret: { secretName: 's', defaultMode: 511 } }), []],
    [
      'a way up among items',
      volume({ secret: { secretName: 's', items: [{ key: 'k', path: 'a/../b' }] } }),
      ['spec.volumes[0].secret.items[0].path: Invalid value: "a/../b": must not contain \'..\''],
    ],
    [
      'a claim of its own without a mode of access',
      volume({ ephemeral: { volumeClaimTemplate: { spec: { resources: { requests: { storage: '1' } } } } } }),
      [
        'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required',
      ],
    ],
    [
      'groups by another policy',
      { securityContext: { supplementalGroupsPolicy: 'X' } },
      ['spec.securityContext.supplementalGroupsPolicy: Unsupported value: "X": supported values: "Merge", "Strict"'],
    ],
    [
      'what Windows has not',
      { os: { name: 'windows' }, hostPID: true, hostIPC: true },
      [
        'spec.hostPID: Forbidden: cannot be set for a windows pod',
        'spec.hostIPC: Forbidden: cannot be set for a windows pod',
      ],
    ],
  ])('VAL5: %s', (_, spec, expected) => {
    expect(wrong(spec)).toEqual(expected);
  });

  it('VAL5: the class of its priority is a name', () => {
    expect(wrong({ priorityClassName: 'a_b' })[0]).toContain(
      'spec.priorityClassName: Invalid value: "a_b": a lowercase',
    );
  });
});

describe('VAL5: what a Pod can have wrong', () => {
  it.each<readonly [string, object, readonly string[]]>([
    [
      'a whole that asks for less than its parts',
      {
        resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { memory: '1Gi' } },
        initContainers: [{ name: 'i', image: 'i', resources: { requests: { cpu: '1500m', memory: '1Gi' } } }],
      },
      [
        'spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 1500m',
      ],
    ],
    [
      'two sources',
      volume({ emptyDir: {}, hostPath: { path: '/a' } }),
      ['spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type'],
    ],
    ['no source', volume({}), []],
    [
      'a way up',
      volume({ hostPath: { path: '/a/../b' } }),
      ['spec.volumes[0].hostPath.path: Invalid value: "/a/../b": must not contain \'..\''],
    ],
    [
      'a host path type',
      volume({ hostPath: { path: '/a', type: 'Dir' } }),
      [
        'spec.volumes[0].hostPath.type: Unsupported value: "Dir": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
      ],
    ],
    [
      'a mode',
      volume({ secret: { secretName: 's', defaultMode: 512 } }),
      [
        'spec.volumes[0].secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive',
      ],
    ],
    [
      'an absolute path',
      volume({ configMap: { name: 'm', items: [{ key: 'k', path: '/p' }] } }),
      ['spec.volumes[0].configMap.items[0].path: Invalid value: "/p": must be a relative path'],
    ],
    [
      'an NFS server',
      volume({ nfs: { path: 'a' } }),
      [
        'spec.volumes[0].nfs.server: Required value',
        'spec.volumes[0].nfs.path: Invalid value: "a": must be an absolute path',
      ],
    ],
    [
      'a short token',
      volume({ projected: { sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 5 } }] } }),
      [
        'spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes',
      ],
    ],
    [
      'a file of nothing',
      volume({ downwardAPI: { items: [{ path: 'f' }] } }),
      ['spec.volumes[0].downwardAPI: Required value: one of fieldRef and resourceFieldRef is required'],
    ],
    [
      'a driver',
      volume({ csi: { driver: 'A_B' } }),
      [expect.stringContaining('spec.volumes[0].csi.driver: Invalid value: "A_B": a lowercase RFC 1123 subdomain')],
    ],
    [
      'an unknown field',
      container({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'spec.x' } } }] }),
      [
        `${C}.env[0].valueFrom.fieldRef.fieldPath: Invalid value: "spec.x": error converting fieldPath: field label not supported: spec.x`,
      ],
    ],
    [
      'a field for volumes only',
      container({ env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'metadata.labels' } } }] }),
      [expect.stringContaining(`${C}.env[0].valueFrom.fieldRef.fieldPath: Unsupported value: "metadata.labels"`)],
    ],
    [
      'a divisor',
      container({ env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '2' } } }] }),
      [
        `${C}.env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor's values 1m and 1 are supported with the cpu resource`,
      ],
    ],
    [
      'nothing to take over',
      container({ envFrom: [{}] }),
      [`${C}.envFrom: Invalid value: "": must specify one of: \`configMapRef\` or \`secretRef\``],
    ],
    [
      'a probe of nothing',
      container({ livenessProbe: {} }),
      [`${C}.livenessProbe: Required value: must specify a handler type`],
    ],
    [
      'a scheme',
      container({ readinessProbe: { httpGet: { port: 0, scheme: 'FTP' } } }),
      [
        `${C}.readinessProbe.httpGet.port: Invalid value: 0: must be between 1 and 65535, inclusive`,
        `${C}.readinessProbe.httpGet.scheme: Unsupported value: "FTP": supported values: "HTTP", "HTTPS"`,
      ],
    ],
    [
      'a long sleep',
      container({ lifecycle: { preStop: { sleep: { seconds: 60 } } } }),
      [
        `${C}.lifecycle.preStop.sleep: Invalid value: 60: must be non-negative and less than terminationGracePeriodSeconds (30)`,
      ],
    ],
    [
      'a hook of nothing',
      container({ lifecycle: { postStart: {} } }),
      [`${C}.lifecycle.postStart: Required value: must specify a handler type`],
    ],
    [
      'spaces',
      container({ image: ' i' }),
      [`${C}.image: Invalid value: " i": must not have leading or trailing whitespace`],
    ],
    [
      'a device',
      { ...volume({ emptyDir: {} }), ...container({ volumeDevices: [{ name: 'v', devicePath: '/d' }] }) },
      [
        `${C}.volumeDevices[0].name: Invalid value: "v": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode`,
      ],
    ],
    [
      'propagation',
      {
        ...volume({ emptyDir: {} }),
        ...container({ volumeMounts: [{ name: 'v', mountPath: '/m', mountPropagation: 'Bidirectional' }] }),
      },
      [
        `${C}.volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers`,
      ],
    ],
    [
      'an extended resource',
      container({ resources: { requests: { 'a.b/c': '1' } } }),
      [`${C}.resources.limits: Required value: Limit must be set for non overcommitable resources`],
    ],
    [
      'half a device',
      container({ resources: { limits: { 'a.b/c': '500m' } } }),
      [
        `${C}.resources.limits[a.b/c]: Invalid value: "500m": must be an integer`,
        `${C}.resources.requests[a.b/c]: Invalid value: "500m": must be an integer`,
      ],
    ],
    [
      'huge pages alone',
      container({ resources: { limits: { 'hugepages-2Mi': '2Mi' } } }),
      [`${C}.resources: Forbidden: HugePages require cpu or memory`],
    ],
    [
      'a claim',
      container({ resources: { claims: [{ name: 'x' }] } }),
      [`${C}.resources.claims[0]: Not found: "x": must be one of the names in pod.spec.resourceClaims which is empty`],
    ],
    [
      'resizing',
      {
        restartPolicy: 'Never',
        ...container({ resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }),
      },
      [`${C}.resizePolicy: Invalid value: "RestartContainer": must be 'NotRequired' when \`restartPolicy\` is 'Never'`],
    ],
    [
      'resizing what runs once',
      {
        initContainers: [
          { name: 'i', image: 'i', resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'NotRequired' }] },
          { name: 'j', image: 'i', resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] },
        ],
      },
      [
        `spec.initContainers[1].resizePolicy[0].restartPolicy: Invalid value: "RestartContainer": must not be set to 'RestartContainer' for non-sidecar initContainers`,
      ],
    ],
    [
      'no name servers',
      { dnsPolicy: 'None' },
      ['spec.dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None'],
    ],
    [
      'a name server',
      { dnsConfig: { nameservers: ['x'] } },
      [
        'spec.dnsConfig.nameservers[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
      ],
    ],
    [
      'gates',
      { nodeName: 'n', schedulingGates: [{ name: 'a' }, { name: 'a' }] },
      [
        'spec.schedulingGates[1]: Duplicate value: "a"',
        'spec.nodeName: Forbidden: cannot be set until all schedulingGates have been cleared',
      ],
    ],
    [
      'a skew',
      {
        topologySpreadConstraints: [
          { maxSkew: 0, topologyKey: 'z', whenUnsatisfiable: 'ScheduleAnyway', minDomains: 2 },
        ],
      },
      [
        'spec.topologySpreadConstraints[0].maxSkew: Invalid value: 0: must be greater than zero',
        'spec.topologySpreadConstraints[0].minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway',
      ],
    ],
    [
      'host ports',
      { hostNetwork: true, ...container({ ports: [{ containerPort: 80, hostPort: 81 }] }) },
      [`${C}.ports[0].hostPort: Invalid value: 81: must match \`containerPort\` when \`hostNetwork\` is true`],
    ],
    [
      'a sysctl',
      { securityContext: { sysctls: [{ name: 'A B', value: '1' }] } },
      [
        expect.stringContaining(
          'spec.securityContext.sysctls[0].name: Invalid value: "A B": must have at most 253 characters and match regex',
        ),
      ],
    ],
    [
      'seccomp',
      { securityContext: { seccompProfile: { type: 'Localhost' } } },
      [
        'spec.securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost',
      ],
    ],
    [
      'a group',
      { securityContext: { fsGroup: -1 } },
      ['spec.securityContext.fsGroup: Invalid value: -1: must be between 0 and 2147483647, inclusive'],
    ],
    [
      'a system',
      { os: { name: 'linux' }, securityContext: { windowsOptions: {} } },
      ['spec.securityContext.windowsOptions: Forbidden: windows options cannot be set for a linux pod'],
    ],
    [
      'an alias',
      { hostAliases: [{ ip: '1', hostnames: ['A'] }] },
      [
        'spec.hostAliases[0].ip: Invalid value: "1": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
        expect.stringContaining('spec.hostAliases[0].hostnames[0]: Invalid value: "A"'),
      ],
    ],
    [
      'a policy',
      container({ terminationMessagePolicy: 'No' }),
      [`${C}.terminationMessagePolicy: Unsupported value: "No": supported values: "File", "FallbackToLogsOnError"`],
    ],
    [
      'added containers',
      { ephemeralContainers: [{ name: 'e', image: 'i', ports: [{ containerPort: 1 }] }] },
      [
        'spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container',
        'spec.ephemeralContainers: Forbidden: cannot be set on create',
      ],
    ],
  ])('%s', (_title, spec, expected) => {
    expect(wrong(spec)).toEqual(expected);
  });
});
