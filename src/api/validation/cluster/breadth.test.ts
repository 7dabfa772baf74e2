import { describe, expect, it } from 'vitest';
import { errorText } from '../../errors/field-error.ts';
import type { KObject } from '../../types/meta.ts';
import { validateCreate } from '../index.ts';
import { infoOf, objectOf, wrong, wrongChange } from '../testing.ts';

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };

describe('VAL4: kinds that few people write by hand', () => {
  it.each<readonly [string, object, readonly string[]]>([
    ['replicationcontrollers', { spec: { selector: { a: 'b' }, template } }, []],
    [
      'replicationcontrollers',
      { spec: { selector: { a: 'c' }, replicas: -1, template } },
      [
        'spec.replicas: Invalid value: -1: must be greater than or equal to 0',
        'spec.template.metadata.labels: Invalid value: {"a":"b"}: `selector` does not match template `labels`',
      ],
    ],
    ['podtemplates', { template: { spec: {} } }, ['template.spec.containers: Required value']],
    [
      'events',
      { involvedObject: { namespace: 'm' } },
      ['involvedObject.namespace: Invalid value: "m": does not match event.namespace'],
    ],
    ['controllerrevisions.apps', { revision: 1 }, ['data: Required value: data is mandatory']],
    [
      'endpointslices.discovery.k8s.io',
      { addressType: 'IPv5', endpoints: [{ addresses: [] }] },
      [
        'addressType: Unsupported value: "IPv5": supported values: "FQDN", "IPv4", "IPv6"',
        'endpoints[0].addresses: Required value: must contain at least 1 address',
      ],
    ],
    [
      'certificatesigningrequests.certificates.k8s.io',
      { spec: { request: 'AA==', signerName: 'x', expirationSeconds: 5 } },
      [
        'spec.request: Invalid value: "AA==": PEM block type must be CERTIFICATE REQUEST',
        'spec.usages: Required value',
        `spec.signerName: Invalid value: "x": must be a fully qualified domain and path of the form 'example.com/signer-name'`,
        'spec.expirationSeconds: Invalid value: 5: may not specify a duration less than 600 seconds (10 minutes)',
      ],
    ],
    [
      'certificatesigningrequests.certificates.k8s.io',
      { spec: { request: 'AA==', signerName: 'kubernetes.io/legacy-unknown', usages: ['any', 'any'] } },
      [
        'spec.request: Invalid value: "AA==": PEM block type must be CERTIFICATE REQUEST',
        'spec.usages[1]: Duplicate value: "any"',
        'spec.signerName: Invalid value: "kubernetes.io/legacy-unknown": the legacy signerName is not allowed via this API version',
      ],
    ],
    [
      'flowschemas.flowcontrol.apiserver.k8s.io',
      { spec: { matchingPrecedence: 20000 } },
      [
        'spec.matchingPrecedence: Invalid value: 20000: must not be greater than 10000',
        'spec.priorityLevelConfiguration.name: Required value: must reference a priority level',
      ],
    ],
    ['ingressclasses.networking.k8s.io', { spec: { controller: '' } }, ['spec.controller: Required value']],
    [
      'ingressclasses.networking.k8s.io',
      { spec: { controller: 'nginx' } },
      ['spec.controller: Invalid value: "nginx": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    ['csidrivers.storage.k8s.io', { spec: {} }, []],
    [
      'csinodes.storage.k8s.io',
      { spec: { drivers: [{ name: 'd', nodeID: 'n' }, { name: 'd' }] } },
      ['spec.drivers[1].nodeID: Required value', 'spec.drivers[1].name: Duplicate value: "d"'],
    ],
    [
      'volumeattachments.storage.k8s.io',
      { spec: { nodeName: 'n', source: {} } },
      [
        'spec.attacher: Required value',
        'spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
        'spec.attacher: Required value',
      ],
    ],
    [
      'volumeattributesclasses.storage.k8s.io',
      { driverName: 'd' },
      ['parameters: Required value: must contain at least one key/value pair'],
    ],
    [
      'ingresses.networking.k8s.io',
      { spec: { defaultBackend: { service: { name: 's', port: {} } }, rules: [{ host: '10.0.0.1' }] } },
      [
        'spec.defaultBackend: Required value: port name or number is required',
        'spec.rules[0].host: Invalid value: "10.0.0.1": must be a DNS name, not an IP address',
      ],
    ],
    [
      'endpointslices.discovery.k8s.io',
      {
        addressType: 'FQDN',
        endpoints: [
          { addresses: ['db', '', 'db.example.com.'], deprecatedTopology: { a: 'x '.repeat(40) } },
          {
            addresses: ['a_b.c'],
            hints: {
              forZones: [{ name: 'a' }, { name: 'a' }, { name: '!' }],
              forNodes: Array.from({ length: 9 }, (_, i) => ({ name: `n${i}` })),
            },
          },
        ],
      },
      [
        'endpoints[0].addresses[0]: Invalid value: "db": should be a domain with at least two segments separated by dots',
        'endpoints[0].addresses[1]: Required value',
        expect.stringContaining('endpoints[0].deprecatedTopology: Invalid value: "x x '),
        expect.stringContaining('endpoints[0].deprecatedTopology: Invalid value: "x x '),
        expect.stringContaining('endpoints[1].addresses[0]: Invalid value: "a_b.c": a lowercase RFC 1123 subdomain'),
        'endpoints[1].hints.forZones[1].name: Duplicate value: "a"',
        expect.stringContaining('endpoints[1].hints.forZones[2].name: Invalid value: "!": a valid label must'),
        'endpoints[1].hints.forNodes: Too many: 9: must have at most 8 items',
      ],
    ],
    ['servicecidrs.networking.k8s.io', { spec: {} }, ['spec.cidrs: Required value: at least one CIDR required']],
    [
      'servicecidrs.networking.k8s.io',
      { spec: { cidrs: ['10.1.0.1/16', '10.2.0.0/33'] } },
      [
        'spec.cidrs[0]: Invalid value: "10.1.0.1/16": must not have bits set beyond the prefix length',
        'spec.cidrs[1]: Invalid value: "10.2.0.0/33": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      ],
    ],
    [
      'servicecidrs.networking.k8s.io',
      { spec: { cidrs: ['2001:DB8::/64', '10.01.0.0/16'] } },
      [
        'spec.cidrs[0]: Invalid value: "2001:DB8::/64": must be in canonical form ("2001:db8::/64")',
        'spec.cidrs[1]: Invalid value: "10.01.0.0/16": must not have leading 0s in IP or prefix length',
      ],
    ],
    [
      'ingresses.networking.k8s.io',
      {
        spec: {
          defaultBackend: { resource: { apiGroup: '', kind: 'a/b' } },
          rules: [
            {
              http: {
                paths: [
                  { pathType: 'ImplementationSpecific', path: 'a', backend: {} },
                  { pathType: 'Exact', path: '/', backend: { service: { name: 's', port: { name: 'a', number: 1 } } } },
                  { pathType: 'Exact', path: '/', backend: { service: { port: { name: '1' } } } },
                ],
              },
            },
          ],
        },
      },
      [
        expect.stringContaining('spec.defaultBackend.resource.apiGroup: Invalid value: "": a lowercase RFC 1123'),
        'spec.defaultBackend.resource.kind: Invalid value: "a/b": may not contain \'/\'',
        'spec.defaultBackend.resource.name: Required value',
        'spec.rules[0].http.paths[0].path: Invalid value: "a": must be an absolute path',
        'spec.rules[0].http.paths[0].backend: Invalid value: "": resource or service backend is required',
        'spec.rules[0].http.paths[1].backend: Invalid value: "": cannot set both port name & port number',
        'spec.rules[0].http.paths[2].backend.service.name: Required value',
        'spec.rules[0].http.paths[2].backend.service.port.name: Invalid value: "1": must contain at least one letter (a-z)',
      ],
    ],
    [
      'ingressclasses.networking.k8s.io',
      { spec: { controller: 'a.io/b', parameters: { kind: '..', name: 'a%', scope: 'Cluster', namespace: 'x' } } },
      [
        'spec.parameters.kind: Invalid value: "..": may not be \'..\'',
        'spec.parameters.name: Invalid value: "a%": may not contain \'%\'',
        "spec.parameters.namespace: Forbidden: `parameters.scope` is set to 'Cluster'",
      ],
    ],
    [
      'networkpolicies.networking.k8s.io',
      {
        spec: {
          podSelector: {},
          policyTypes: ['Egress'],
          egress: [{ to: [{ ipBlock: { cidr: '10.0.0.1/8' } }, { ipBlock: { cidr: '::ffff:10.0.0.0/104' } }] }],
        },
      },
      [
        'spec.egress[0].to[0].ipBlock.cidr: Invalid value: "10.0.0.1/8": must not have bits set beyond the prefix length',
        'spec.egress[0].to[1].ipBlock.cidr: Invalid value: "::ffff:10.0.0.0/104": must not have an IPv4-mapped IPv6 address',
      ],
    ],
    [
      'servicecidrs.networking.k8s.io',
      { spec: { cidrs: ['10.1.0.0/16', '10.2.0.0/16'] } },
      [
        'spec.cidrs: Invalid value: ["10.1.0.0/16","10.2.0.0/16"]: may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64',
      ],
    ],
    [
      'ipaddresses.networking.k8s.io',
      { spec: { parentRef: { resource: 'a/b', name: '', namespace: '..' } } },
      [
        'metadata.name: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
        'spec.parentRef.resource: Invalid value: "a/b": may not contain \'/\'',
        'spec.parentRef.name: Required value',
        'spec.parentRef.namespace: Invalid value: "..": may not be \'..\'',
      ],
    ],
    [
      'poddisruptionbudgets.policy',
      { spec: { minAvailable: 1, unhealthyPodEvictionPolicy: 'x' } },
      ['spec.unhealthyPodEvictionPolicy: Unsupported value: "x": supported values: "AlwaysAllow", "IfHealthyBudget"'],
    ],
    [
      'limitranges',
      {
        spec: {
          limits: [{ type: 'Container', max: { cpu: '1' }, default: { cpu: '2' }, defaultRequest: { cpu: '1' } }],
        },
      },
      ['spec.limits[0].default[cpu]: Invalid value: "2": default value 2 is greater than max value 1'],
    ],
    [
      'limitranges',
      { spec: { limits: [{ type: 'Volume', max: { cpu: '1' } }] } },
      ['spec.limits[0].type: Invalid value: "Volume": must be a standard limit type or fully qualified'],
    ],
    ['limitranges', { spec: { limits: [{ type: 'example.com/Volume', max: { cpu: '1' } }] } }, []],
    [
      'secrets',
      { type: 'kubernetes.io/service-account-token' },
      ['metadata.annotations[kubernetes.io/service-account.name]: Required value'],
    ],
    [
      'resourcequotas',
      { spec: { hard: { cpu: '-1', pods: '1.5' } } },
      [
        'spec.hard[cpu]: Invalid value: "-1": must be greater than or equal to 0',
        'spec.hard[pods]: Invalid value: "1.5": must be an integer',
      ],
    ],
  ])('VAL4: %s %j', (name, fields, expected) => {
    expect(wrong(name, fields)).toEqual(expected);
  });

  it.each<readonly [string, object, object, readonly string[]]>([
    [
      'storageclasses.storage.k8s.io',
      { provisioner: 'a', parameters: { x: '1' } },
      { provisioner: 'b', parameters: { x: '2' } },
      [
        'parameters: Forbidden: updates to parameters are forbidden.',
        'provisioner: Forbidden: updates to provisioner are forbidden.',
      ],
    ],
    [
      'runtimeclasses.node.k8s.io',
      { handler: 'a' },
      { handler: 'b' },
      ['handler: Invalid value: "b": field is immutable'],
    ],
    [
      'controllerrevisions.apps',
      { data: { a: 1 }, revision: 1 },
      { data: { a: 2 }, revision: 1 },
      ['data: Invalid value: {"a":2}: field is immutable'],
    ],
  ])('VAL4: a change of %s', (name, before, after, expected) => {
    expect(wrongChange(name, before, after)).toEqual(expected);
  });
});

describe('VAL4: what is reserved, and what stands twice', () => {
  it('VAL4: names of priority classes that begin with system- are the two that the server knows', () => {
    const problems = (name: string, value: number, globalDefault = false) => {
      const info = infoOf('priorityclasses.scheduling.k8s.io');
      const object = { ...objectOf(info, { value, globalDefault }), metadata: { name } } as KObject;
      return validateCreate(info, object).map(errorText);
    };
    const reserved =
      "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: ";
    expect(problems('system-x', 1)).toEqual([`${reserved}system-x is not a known system priority class`]);
    expect(problems('system-node-critical', 1)).toEqual([
      `${reserved}value of system-node-critical PriorityClass must be 2000001000`,
    ]);
    expect(problems('system-node-critical', 2_000_001_000, true)).toEqual([
      `${reserved}globalDefault of system-node-critical PriorityClass must be false`,
    ]);
    expect(problems('system-node-critical', 2_000_001_000)).toEqual([]);
  });

  it('VAL4: a runtime class costs known resources and goes where labels and tolerations make sense', () => {
    const toleration = { key: 'a', operator: 'Exists' };
    const scheduling = { nodeSelector: { a: '!' }, tolerations: [toleration, { ...toleration, tolerationSeconds: 1 }] };
    const found = wrong('runtimeclasses.node.k8s.io', {
      handler: 'h',
      overhead: { podFixed: { cpu: '-1' } },
      scheduling,
    });
    expect(found.map((each) => each.split(': a valid label')[0])).toEqual([
      'overhead.limits[cpu]: Invalid value: "-1": must be greater than or equal to 0',
      'scheduling.nodeSelector: Invalid value: "!"',
      `scheduling.tolerations[1].effect: Invalid value: "": effect must be 'NoExecute' when \`tolerationSeconds\` is set`,
      'scheduling.tolerations[1]: Duplicate value: {"Key":"a","Operator":"Exists","Value":"","Effect":"","TolerationSeconds":1}',
    ]);
  });

  it('VAL4: a taint has a value like a label, and one effect for a key', () => {
    const taint = { key: 'a', effect: 'NoSchedule' };
    const found = wrong('nodes', { spec: { taints: [taint, { ...taint, value: '!' }] } });
    expect(found.map((each) => each.split(': a valid label')[0])).toEqual([
      'metadata.taints[1].value: Invalid value: "!"',
      'metadata.taints[1]: Duplicate value: {"Key":"a","Value":"!","Effect":"NoSchedule","TimeAdded":null}: taints must be unique by key and effect pair',
    ]);
  });

  it('VAL4: an Event owns nothing', () => {
    const owner = { apiVersion: 'v1', kind: 'Event', name: 'e', uid: 'u' };
    const info = infoOf('configmaps');
    const object = objectOf(info, {});
    const owned = { ...object, metadata: { ...object.metadata, ownerReferences: [owner] } };
    expect(validateCreate(info, owned).map(errorText)).toEqual([
      `metadata.ownerReferences: Invalid value: ${JSON.stringify(owner)}: /v1, Kind=Event is disallowed from being an owner`,
    ]);
  });
});

describe('VAL9: places, networks and finalizers', () => {
  const short = (found: readonly string[]) =>
    found.map((each) => each.split(/: (?:a valid label|a lowercase|name part)/)[0]);
  const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
  const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

  it('VAL9: what a Pod needs of a node are values that labels and names can have; what it prefers may be anything', () => {
    const expression = { key: 'a', operator: 'In', values: ['x', 'b c'] };
    const affinity = {
      nodeAffinity: {
        [REQUIRED]: {
          nodeSelectorTerms: [
            {
              matchExpressions: [expression],
              matchFields: [{ key: 'metadata.name', operator: 'In', values: ['A_'] }],
            },
          ],
        },
        [PREFERRED]: [{ weight: 1, preference: { matchExpressions: [expression] } }],
      },
      podAffinity: { [REQUIRED]: [{ topologyKey: 'z', namespaces: ['n', 'A_'] }] },
    };
    const at = `spec.affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0]`;
    expect(short(wrong('pods', { spec: { containers: [{ name: 'c', image: 'i' }], affinity } }))).toEqual([
      `${at}.matchExpressions[0].values[1]: Invalid value: "b c"`,
      `${at}.matchFields[0].values[0]: Invalid value: "A_"`,
      `spec.affinity.podAffinity.${REQUIRED}[0].namespace: Invalid value: "A_"`,
    ]);
  });

  it('VAL9: a node has one network of each family, and amounts that can be', () => {
    const problems = (podCIDRs: readonly string[]) => wrong('nodes', { spec: { podCIDRs } });
    const family = 'may specify no more than one CIDR for each IP family';
    expect(problems(['10.0.0.0/24', 'fd00::/64'])).toEqual([]);
    expect(problems(['10.0.0.0/24', '10.0.0.0/24'])).toEqual([
      `spec.podCIDRs: Invalid value: ["10.0.0.0/24","10.0.0.0/24"]: ${family}`,
      'spec.podCIDRs[1]: Duplicate value: "10.0.0.0/24"',
    ]);
    expect(problems(['10.0.0.0/24', 'x'])).toEqual([
      'spec.podCIDRs[1]: Invalid value: "x": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)',
      'spec.podCIDRs: Internal error: invalid PodCIDRs. failed to check with dual stack with error:invalid CIDR[1]: <nil> (invalid CIDR address: x)',
      `spec.podCIDRs: Invalid value: ["10.0.0.0/24","x"]: ${family}`,
    ]);
    expect(wrong('nodes', { status: { capacity: { 'ex.io/a': '1.5', memory: '-1' }, allocatable: {} } })).toEqual([
      'status.capacity.ex.io/a: Invalid value: "1.5": must be an integer',
      'status.capacity.memory: Invalid value: "-1": must be greater than or equal to 0',
    ]);
  });

  it('VAL9: a namespace ends when whoever is named as a finalizer has said so: its name is known or qualified', () => {
    expect(wrong('namespaces', { spec: { finalizers: ['kubernetes', 'a.io/b'] } })).toEqual([]);
    expect(wrong('namespaces', { spec: { finalizers: ['kubernetes', 'b'] } })).toEqual([
      'spec.finalizers[1]: Invalid value: "b": name is neither a standard finalizer name nor is it fully qualified',
    ]);
  });

  it('VAL9: refused objects are shown as the server holds them: its own fields, maps in order', () => {
    const securityContext = { privileged: true, allowPrivilegeEscalation: false };
    const pod = { spec: { containers: [{ name: 'c', image: 'i', securityContext }] } };
    expect(wrong('pods', pod)).toEqual([
      'spec.containers[0].securityContext: Invalid value: {"Capabilities":null,"Privileged":true,"SELinuxOptions":null,"WindowsOptions":null,"RunAsUser":null,"RunAsGroup":null,"RunAsNonRoot":null,"ReadOnlyRootFilesystem":null,"AllowPrivilegeEscalation":false,"ProcMount":null,"SeccompProfile":null,"AppArmorProfile":null}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
    ]);
    expect(wrong('poddisruptionbudgets.policy', { spec: { maxUnavailable: '1%', minAvailable: 1 } })).toEqual([
      'spec: Invalid value: {"MinAvailable":1,"Selector":null,"MaxUnavailable":"1%","UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
    ]);
    const odd = { ...template, metadata: { labels: { z: '1', b: '2' } } };
    expect(wrong('replicasets.apps', { spec: { selector: { matchLabels: { a: 'b' } }, template: odd } })).toEqual([
      'spec.template.metadata.labels: Invalid value: {"b":"2","z":"1"}: `selector` does not match template `labels`',
    ]);
    expect(wrong('ingresses.networking.k8s.io', { spec: {} })).toEqual([
      'spec: Invalid value: null: either `defaultBackend` or `rules` must be specified',
    ]);
  });

  it('VAL9: a Service that is another name has no address', () => {
    expect(wrong('services', { spec: { type: 'ExternalName', externalName: 'a.b', clusterIP: '10.96.0.9' } })).toEqual([
      'spec.clusterIPs: Forbidden: may not be set for ExternalName services',
    ]);
  });
});

describe('VAL10: what stands beside the main thing', () => {
  const short = (found: readonly string[]) =>
    found.map((each) => each.split(/: (?:a valid label|a lowercase|a wildcard|name part)/)[0]);
  const wrongly = (name: string, fields: object) => short(wrong(name, fields));

  it('VAL10: a selector that selects nothing sensible is said so, and nothing is compared with it', () => {
    const selector = { matchExpressions: [{ key: 'a', operator: 'In', values: ['c d'] }] };
    const value = 'spec.selector.matchExpressions[0].values[0]: Invalid value: "c d"';
    const shown = `spec.selector: Invalid value: ${JSON.stringify(selector)}`;
    for (const kind of ['deployments.apps', 'replicasets.apps']) {
      expect(wrongly(kind, { spec: { selector, template } })).toEqual([value, `${shown}: invalid label selector`]);
    }
    expect(wrongly('statefulsets.apps', { spec: { selector, template } })).toEqual([value, shown]);
    expect(wrongly('daemonsets.apps', { spec: { selector, template } })).toEqual([value]);
  });

  it('VAL10: strategies and rules are shown as the server holds them, or not at all', () => {
    const selector = { matchLabels: { a: 'b' } };
    const rolling = { type: 'X', rollingUpdate: { partition: 1 } };
    expect(wrongly('statefulsets.apps', { spec: { selector, template, updateStrategy: rolling } })).toEqual([
      'spec.updateStrategy: Invalid value: {"Type":"X","RollingUpdate":{"Partition":1,"MaxUnavailable":null}}: must be \'RollingUpdate\' or \'OnDelete\'',
    ]);
    const surge = { type: 'X', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
    expect(wrongly('daemonsets.apps', { spec: { selector, template, updateStrategy: surge } })).toEqual([
      'spec.updateStrategy: Unsupported value: {"Type":"X","RollingUpdate":{"MaxUnavailable":0,"MaxSurge":1}}: supported values: "RollingUpdate", "OnDelete"',
    ]);
    const never = { ...template, spec: { ...template.spec, restartPolicy: 'Never' } };
    const spec = { template: never, podFailurePolicy: { rules: [{ action: 'FailJob' }] } };
    expect(wrongly('jobs.batch', { spec })).toContain(
      'spec.podFailurePolicy.rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required',
    );
  });

  it('VAL10: what is to be scaled says its group, unless it is of the one kind that has none, or was there before', () => {
    const hpas = 'horizontalpodautoscalers.autoscaling';
    const of = (kind: string, apiVersion?: string) => ({
      spec: {
        maxReplicas: 1,
        scaleTargetRef: { kind, name: 'a', ...(apiVersion === undefined ? {} : { apiVersion }) },
      },
    });
    const at = 'spec.scaleTargetRef.apiVersion: Invalid value:';
    expect(wrong(hpas, of('Deployment', 'v1'))).toEqual([`${at} "v1": apiVersion must specify API group`]);
    expect(wrong(hpas, of('Deployment', 'a/b/c'))).toEqual([`${at} "a/b/c": unexpected GroupVersion string: a/b/c`]);
    expect(wrong(hpas, of('Deployment', 'apps/v1'))).toEqual([]);
    expect(wrong(hpas, of('ReplicationController'))).toEqual([]);
    const more = (object: { readonly spec: object }) => ({ spec: { ...object.spec, maxReplicas: 2 } });
    expect(wrongChange(hpas, of('Deployment'), more(of('Deployment')))).toEqual([]);
    expect(wrongChange(hpas, of('ReplicationController'), of('Deployment'))).toEqual([
      `${at} "": apiVersion must specify API group`,
    ]);
    expect(wrongChange(hpas, of('Deployment', 'v1'), of('Deployment', 'v2'))).toEqual([
      `${at} "v2": apiVersion must specify API group`,
    ]);
  });

  it.each<readonly [string, object, readonly string[]]>([
    [
      'horizontalpodautoscalers.autoscaling',
      { spec: { maxReplicas: 1, scaleTargetRef: { kind: 'a/b', name: '' } } },
      [
        'spec.scaleTargetRef.kind: Invalid value: "a/b": may not contain \'/\'',
        'spec.scaleTargetRef.name: Required value',
        'spec.scaleTargetRef.apiVersion: Invalid value: "": apiVersion must specify API group',
      ],
    ],
    [
      'clusterroles.rbac.authorization.k8s.io',
      { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: '!' } }] } },
      ['aggregationRule.clusterRoleSelectors[0].matchLabels: Invalid value: "!"'],
    ],
    [
      'clusterroles.rbac.authorization.k8s.io',
      { aggregationRule: {} },
      [
        'aggregationRule.clusterRoleSelectors: Required value: at least one clusterRoleSelector required if aggregationRule is non-nil',
      ],
    ],
    [
      'rolebindings.rbac.authorization.k8s.io',
      {
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
        subjects: [{ kind: 'ServiceAccount', name: 'a', apiGroup: 'z' }],
      },
      ['subjects[0].apiGroup: Unsupported value: "z": supported values: ""'],
    ],
    [
      'ingresses.networking.k8s.io',
      { spec: { rules: [{ host: '*.*.x' }, { host: '*.a.b' }] } },
      ['spec.rules[0].host: Invalid value: "*.*.x"'],
    ],
    [
      'ingressclasses.networking.k8s.io',
      { spec: { controller: 'x', parameters: { kind: 'K', name: '', scope: 'Namespace' } } },
      [
        'spec.controller: Invalid value: "x": must be a domain-prefixed path (such as "acme.io/foo")',
        'spec.parameters.name: Required value',
        "spec.parameters.namespace: Required value: `parameters.scope` is set to 'Namespace'",
      ],
    ],
    [
      'storageclasses.storage.k8s.io',
      {
        provisioner: 'A B',
        parameters: { '': 'x' },
        allowedTopologies: [
          {
            matchLabelExpressions: [
              { key: 'z', values: [] },
              { key: 'z', values: ['a', 'a'] },
            ],
          },
        ],
      },
      [
        'provisioner: Invalid value: "A B"',
        'parameters: Invalid value: "": field can not be empty.',
        'allowedTopologies[0].matchLabelExpressions[0].values: Required value',
        'allowedTopologies[0].matchLabelExpressions[1].values[1]: Duplicate value: "a"',
        'allowedTopologies[0].matchLabelExpressions[1].key: Duplicate value: "z"',
      ],
    ],
    [
      'csidrivers.storage.k8s.io',
      {
        spec: {
          nodeAllocatableUpdatePeriodSeconds: 9,
          tokenRequests: [{ audience: 'a' }, { audience: 'a', expirationSeconds: 1 }],
        },
      },
      [
        'spec.tokenRequests[1].audience: Duplicate value: "a"',
        'spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 9: must be greater than or equal to 10 seconds',
      ],
    ],
    [
      'csinodes.storage.k8s.io',
      { spec: { drivers: [{ name: 'd', nodeID: 'n', topologyKeys: ['x', 'x', '!'] }] } },
      ['spec.drivers[0]: Duplicate value: "x"', 'spec.drivers[0]: Invalid value: "!"'],
    ],
    [
      'volumeattachments.storage.k8s.io',
      { spec: { attacher: 'a', nodeName: 'n', source: { persistentVolumeName: 'V', inlineVolumeSpec: {} } } },
      [
        'spec.source: Forbidden: must specify exactly one of inlineVolumeSpec and persistentVolumeName',
        'spec.source.persistentVolumeName: Invalid value: "V"',
      ],
    ],
    [
      'volumeattachments.storage.k8s.io',
      { spec: { attacher: 'A_', nodeName: 'n', source: { persistentVolumeName: 'v' } } },
      ['spec.attacher: Invalid value: "A_"'],
    ],
    [
      'csistoragecapacities.storage.k8s.io',
      { storageClassName: 's', nodeTopology: { matchLabels: { a: '!' } }, capacity: '-1', maximumVolumeSize: '1Gi' },
      [
        'nodeTopology.matchLabels: Invalid value: "!"',
        'capacity: Invalid value: "-1": must be greater than or equal to 0',
        'nodeTopology.matchLabels: Invalid value: "!"',
        'capacity: Invalid value: "-1": must be greater than or equal to 0',
      ],
    ],
    [
      'volumeattachments.storage.k8s.io',
      {
        spec: {
          attacher: 'a',
          nodeName: 'n',
          source: {
            inlineVolumeSpec: {
              capacity: { storage: '1Gi' },
              persistentVolumeReclaimPolicy: 'Delete',
              nfs: { server: 's', path: '/p' },
              storageClassName: 'c',
              volumeMode: 'Block',
            },
          },
        },
      },
      [
        'spec.source.inlineVolumeSpec.capacity: Forbidden: may not be specified in the context of inline volumes',
        'spec.source.inlineVolumeSpec.csi: Required value: has to be specified in the context of inline volumes',
        'spec.source.inlineVolumeSpec.accessModes: Required value',
        'spec.source.inlineVolumeSpec.persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes',
        'spec.source.inlineVolumeSpec.storageClassName: Forbidden: may not be specified in the context of inline volumes',
        'spec.source.inlineVolumeSpec.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes',
      ],
    ],
  ])('VAL10: of %s: %j', (name, fields, expected) => {
    expect(wrongly(name, fields)).toEqual(expected);
  });
});
