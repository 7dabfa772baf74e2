import { describe, expect, it } from 'vitest';
import { applyDefaults } from '../../defaults/index.ts';
import { errorText } from '../../errors/field-error.ts';
import { resourceOf } from '../../scheme/scheme.ts';
import type { KObject } from '../../types/meta.ts';
import { validateCreate, validateUpdate } from '../index.ts';

function wrong(name: string, fields: object): readonly string[] {
  const [resource = '', ...group] = name.split('.');
  const info = resourceOf(resource, group.join('.'));
  if (info === undefined) throw new Error(name);
  const metadata = { name: 'x', ...(info.namespaced ? { namespace: 'n' } : {}) };
  return validateCreate(
    info,
    applyDefaults(info, { kind: info.kind, apiVersion: 'v1', metadata, ...fields } as KObject),
  ).map(errorText);
}

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const selector = { matchLabels: { a: 'b' } };
const once = { ...template, spec: { ...template.spec, restartPolicy: 'Never' } };

describe('VAL6: what is special about each workload and service', () => {
  it.each(['deployments.apps', 'replicasets.apps', 'statefulsets.apps'])(
    'VAL6: without a selector %s select nothing, not even their own template',
    (name) => {
      const mismatch =
        'spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`';
      expect(wrong(name, { spec: { serviceName: 's', template } })).toEqual([
        'spec.selector: Required value',
        mismatch,
      ]);
    },
  );

  it('VAL6: a DaemonSet is not asked for its selector, and is refused for what it does not select', () => {
    const mismatch =
      'spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`';
    expect(wrong('daemonsets.apps', { spec: { template } })).toEqual([mismatch]);
    expect(wrong('daemonsets.apps', { spec: { selector: {}, template } })).toEqual([
      'spec.selector: Invalid value: {}: empty selector is invalid for daemonset',
    ]);
    expect(wrong('replicasets.apps', { spec: { selector: {}, template } })).toEqual([
      'spec.selector: Invalid value: {}: empty selector is invalid for deployment',
    ]);
  });

  it.each<readonly [string, object, readonly string[]]>([
    [
      'daemonsets.apps',
      {
        spec: {
          selector,
          template,
          updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } },
        },
      },
      ['spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero'],
    ],
    [
      'statefulsets.apps',
      {
        spec: {
          serviceName: 's',
          selector,
          template,
          podManagementPolicy: 'X',
          updateStrategy: { type: 'OnDelete', rollingUpdate: { partition: 1 } },
        },
      },
      [
        "spec.podManagementPolicy: Invalid value: \"X\": must be 'OrderedReady' or 'Parallel'",
        'spec.updateStrategy.rollingUpdate: Invalid value: {"Partition":1,"MaxUnavailable":null}: only allowed for updateStrategy \'RollingUpdate\'',
      ],
    ],
    [
      'statefulsets.apps',
      {
        spec: {
          serviceName: 'a.b',
          selector,
          template,
          podManagementPolicy: 'Parallel',
          updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '0%' } },
          volumeClaimTemplates: [{ metadata: { name: 'd' }, spec: {} }],
        },
      },
      [
        'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: "0%": cannot be 0',
        expect.stringContaining('spec.serviceName: Invalid value: "a.b": a lowercase RFC 1123 label must'),
        'spec.volumeClaimTemplates[0].spec.accessModes: Required value: at least 1 access mode is required',
        'spec.volumeClaimTemplates[0].spec.resources[storage]: Required value',
      ],
    ],
    [
      'jobs.batch',
      { spec: { manualSelector: true, selector, template: once, backoffLimitPerIndex: 1, managedBy: 'x' } },
      [
        'spec.managedBy: Invalid value: "x": must be a domain-prefixed path (such as "acme.io/foo")',
        'spec.backoffLimitPerIndex: Invalid value: 1: requires indexed completion mode',
      ],
    ],
    [
      'jobs.batch',
      {
        spec: {
          manualSelector: true,
          selector,
          template: once,
          podFailurePolicy: { rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [2, 0] } }] },
        },
      },
      [
        'spec.podFailurePolicy.rules[0].onExitCodes.values[1]: Invalid value: 0: must not be 0 for the In operator',
        'spec.podFailurePolicy.rules[0].onExitCodes.values: Invalid value: [2,0]: must be ordered',
      ],
    ],
    [
      'cronjobs.batch',
      { spec: { schedule: '* * * * *', timeZone: 'Local', jobTemplate: { spec: { template: once } } } },
      [
        'spec.timeZone: Invalid value: "Local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
      ],
    ],
    [
      'cronjobs.batch',
      { spec: { schedule: 'TZ=UTC * * * * *', timeZone: 'Foo/Bar', jobTemplate: { spec: { template: once } } } },
      [
        'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
        'spec.timeZone: Invalid value: "Foo/Bar": unknown time zone Foo/Bar',
      ],
    ],
    [
      'ingresses.networking.k8s.io',
      {
        spec: {
          defaultBackend: { service: { name: 's', port: { number: 1 } }, resource: { kind: 'x', name: 'y' } },
          rules: [
            {
              http: {
                paths: [{ path: '/', pathType: null, backend: { service: { name: 's', port: { number: 1 } } } }],
              },
            },
          ],
        },
      },
      [
        'spec.defaultBackend: Invalid value: "": cannot set both resource and service backends',
        'spec.rules[0].http.paths[0].pathType: Required value: pathType must be specified',
      ],
    ],
    [
      'services',
      {
        spec: {
          type: 'LoadBalancer',
          ports: [{ port: 80, targetPort: 80, protocol: 'TCP' }],
          sessionAffinity: 'None',
          externalTrafficPolicy: 'Cluster',
          healthCheckNodePort: 5,
        },
      },
      [
        "spec.healthCheckNodePort: Invalid value: 5: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
      ],
    ],
    [
      'horizontalpodautoscalers.autoscaling',
      {
        spec: {
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
          maxReplicas: 2,
          metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'X' } } }],
          behavior: { scaleUp: { stabilizationWindowSeconds: 4000, policies: [], tolerance: '-100m' } },
        },
      },
      [
        'spec.metrics[0].resource.target.type: Invalid value: "X": must be either Utilization, Value, or AverageValue',
        'spec.metrics[0].resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization',
        'spec.behavior.scaleUp.stabilizationWindowSeconds: Invalid value: 4000: must be less than or equal to 3600',
        'spec.behavior.scaleUp.policies: Required value: must specify at least one Policy',
        'spec.behavior.scaleUp.tolerance: Invalid value: "-100m": must be greater than or equal to 0',
      ],
    ],
    [
      'poddisruptionbudgets.policy',
      { spec: { minAvailable: '101%' } },
      ['spec.minAvailable: Invalid value: "101%": must not be greater than 100%'],
    ],
    [
      'networkpolicies.networking.k8s.io',
      {
        spec: {
          podSelector: {},
          ingress: [
            { from: [{}, { ipBlock: { cidr: '10.0.0.0/8', except: ['11.0.0.0/16'] } }], ports: [{ endPort: 5 }] },
          ],
        },
      },
      [
        'spec.ingress[0].ports[0].endPort: Invalid value: 5: may not be specified when `port` is not specified',
        'spec.ingress[0].from[0]: Required value: must specify a peer',
        'spec.ingress[0].from[1].ipBlock.except[0]: Invalid value: "11.0.0.0/16": must be a strict subset of `cidr`',
      ],
    ],
    [
      'ingresses.networking.k8s.io',
      {
        spec: {
          tls: [{ hosts: ['A'] }],
          rules: [
            {
              http: {
                paths: [
                  { path: '/a//b', pathType: 'Prefix', backend: { service: { name: 's', port: { number: 80 } } } },
                ],
              },
            },
          ],
        },
      },
      [
        'spec.rules[0].http.paths[0].path: Invalid value: "/a//b": must not contain \'//\'',
        expect.stringContaining('spec.tls[0].hosts[0]: Invalid value: "A": a lowercase RFC 1123 subdomain'),
      ],
    ],
    [
      'services',
      { spec: { ports: [{ port: 80, appProtocol: '-' }], loadBalancerSourceRanges: ['x'], trafficDistribution: 'Y' } },
      [
        expect.stringContaining('spec.ports[0].appProtocol: Invalid value: "-": name part must consist of'),
        "spec.LoadBalancerSourceRanges: Forbidden: may only be used when `type` is 'LoadBalancer'",
        'spec.LoadBalancerSourceRanges[0]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
        'spec.trafficDistribution: Unsupported value: "Y": supported values: "PreferClose", "PreferSameNode", "PreferSameZone"',
      ],
    ],
    [
      'endpoints',
      { subsets: [{ addresses: [{ ip: '127.0.0.1' }], ports: [{ port: 0 }] }] },
      [
        'subsets[0].addresses[0].ip: Invalid value: "127.0.0.1": may not be in the loopback range (127.0.0.0/8, ::1/128)',
        'subsets[0].ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive',
      ],
    ],
    [
      'resourcequotas',
      { spec: { hard: { foo: '1', pods: '1.5' }, scopes: ['BestEffort', 'NotBestEffort'] } },
      [
        'spec.hard[foo]: Invalid value: "foo": must be a standard resource type or fully qualified',
        'spec.hard[foo]: Invalid value: "foo": must be a standard resource for quota',
        'spec.hard[pods]: Invalid value: "1.5": must be an integer',
        'spec.scopes: Invalid value: ["BestEffort","NotBestEffort"]: conflicting scopes',
      ],
    ],
    [
      'limitranges',
      {
        spec: {
          limits: [
            { type: 'Pod', default: { cpu: '1' } },
            { type: 'Pod', maxLimitRequestRatio: { cpu: '500m' } },
          ],
        },
      },
      [
        "spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'",
        'spec.limits[1].type: Duplicate value: "Pod"',
        'spec.limits[1].maxLimitRequestRatio[cpu]: Invalid value: "500m": ratio 500m is less than 1',
      ],
    ],
    [
      'persistentvolumes',
      {
        spec: { capacity: { storage: '0' }, accessModes: ['ReadWriteOncePod', 'ReadOnlyMany'], local: { path: '/a' } },
      },
      [
        'spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
        'spec.capacity[storage]: Invalid value: "0": must be greater than zero',
        'spec.nodeAffinity: Required value: Local volume requires node affinity',
      ],
    ],
    [
      'networkpolicies.networking.k8s.io',
      { spec: { podSelector: {}, ingress: [{ ports: [{ protocol: 'X', port: 80 }] }] } },
      ['spec.ingress[0].ports[0].protocol: Unsupported value: "X": supported values: "TCP", "UDP", "SCTP"'],
    ],
    [
      'networkpolicies.networking.k8s.io',
      {
        spec: {
          podSelector: {},
          egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0', '11.0.0.0/8'] } }] }],
        },
      },
      [
        'spec.egress[0].to[0].ipBlock.except[0]: Invalid value: "10.1.0.0": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
        'spec.egress[0].to[0].ipBlock.except[1]: Invalid value: "11.0.0.0/8": must be a strict subset of `cidr`',
      ],
    ],
    [
      'limitranges',
      { spec: { limits: [{ type: 'Container', max: { cpu: '1' }, defaultRequest: { cpu: '2' } }] } },
      [
        'spec.limits[0].defaultRequest[cpu]: Invalid value: "2": default request value 2 is greater than max value 1',
        'spec.limits[0].defaultRequest[cpu]: Invalid value: "2": default request value 2 is greater than default limit value 1',
      ],
    ],
    [
      'persistentvolumes',
      { spec: { accessModes: ['ReadWriteOnce'], hostPath: { path: '/a' } } },
      ['spec.capacity: Required value', 'spec.capacity: Unsupported value: null: supported values: "storage"'],
    ],
  ])('%s', (name, fields, expected) => {
    expect(wrong(name, fields)).toEqual(expected);
  });
});

it('VAL6: a Service keeps to an address for a second up to a day', () => {
  const kept = (timeoutSeconds: number) =>
    wrong('services', {
      spec: {
        ports: [{ port: 80 }],
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds } },
      },
    });
  for (const seconds of [1, 86_400]) expect(kept(seconds)).toEqual([]);
  for (const seconds of [0, 86_401])
    expect(kept(seconds)).toEqual([
      `spec.sessionAffinityConfig.clientIP.timeoutSeconds: Invalid value: ${seconds}: must be greater than 0 and less than 86400`,
    ]);
});

describe('VAL6: what may change of a Job', () => {
  const info = resourceOf('jobs', 'batch');
  const job = (spec: object, status: object = {}): KObject =>
    applyDefaults(info, {
      kind: 'Job',
      apiVersion: 'batch/v1',
      metadata: { name: 'x', namespace: 'n', resourceVersion: '1' },
      spec: { manualSelector: true, selector, template: once, ...spec },
      status,
    } as unknown as KObject);
  const of = (before: KObject, after: KObject) => validateUpdate(info, before, after).map(errorText);
  const placed = (spec: object, metadata: object = once.metadata) => ({
    template: { metadata, spec: { ...once.spec, ...spec } },
  });
  const affinity = (more: object) => placed({ affinity: more });
  const suspended = { suspend: true };
  const node = { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } };
  const near = { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } };

  it('VAL6: an Indexed Job grows with its parallelism, another does not', () => {
    const indexed = (completions: number, parallelism: number) =>
      job({ completionMode: 'Indexed', completions, parallelism });
    expect(of(indexed(2, 2), indexed(4, 4))).toEqual([]);
    expect(of(indexed(2, 2), indexed(4, 2))).toEqual([
      'spec.completions: Invalid value: 4: can only be modified in tandem with spec.parallelism',
    ]);
    expect(of(job({ completions: 2 }), job({ completions: 3 }))).toEqual([
      'spec.completions: Invalid value: 3: field is immutable',
    ]);
  });

  it.each<readonly [string, object, object, boolean]>([
    ['a node selector', {}, placed({ nodeSelector: { a: 'b' } }), true],
    ['labels', {}, placed({}, { labels: { a: 'b', c: 'd' } }), true],
    ['a place that is taken back', placed({ nodeSelector: { a: 'b' } }), {}, true],
    ['affinity to nodes', {}, affinity(node), true],
    ['affinity to nodes that goes', affinity({ ...node, ...near }), affinity(near), true],
    ['all affinity', affinity({ ...node, ...near }), {}, false],
    ['affinity to Pods', affinity(node), affinity({ ...node, ...near }), false],
    ['a name of a container', {}, placed({ containers: [{ name: 'd', image: 'i' }] }), false],
    ['another container', {}, placed({ containers: [...once.spec.containers, { name: 'd', image: 'i' }] }), false],
  ])('VAL6: of a suspended Job may change, or may not: %s', (_, before, after, may) => {
    expect(of(job({ ...before, ...suspended }), job({ ...after, ...suspended })).length).toBe(may ? 0 : 1);
    const running = job(before);
    expect(of(running, job(after)).length).toBe(1);
    const started = job({ ...before, ...suspended }, { startTime: '2026-01-01T00:00:00Z' });
    expect(of(started, job({ ...after, ...suspended })).length).toBe(1);
    const active = job({ ...before, ...suspended }, { active: 1 });
    expect(of(active, job({ ...after, ...suspended })).length).toBe(1);
  });
});
