import { expect, it } from 'vitest';
import { decodeStrict } from '../../decoding/decode.ts';
import { errorText } from '../../errors/field-error.ts';
import type { KObject } from '../../types/meta.ts';
import { certificateStatusErrors } from '../cluster/breadth.ts';
import { validateCreate } from '../index.ts';
import { infoOf, objectOf, wrong, wrongChange } from '../testing.ts';

it('VAL10: a driver keeps whether it attaches, a node what it knows of a driver besides how much fits', () => {
  const driver = { attachRequired: true, volumeLifecycleModes: ['Persistent'], fsGroupPolicy: 'File' };
  const other = { attachRequired: false, volumeLifecycleModes: ['Ephemeral'], fsGroupPolicy: 'None' };
  expect(wrongChange('csidrivers.storage.k8s.io', { spec: driver }, { spec: other })).toEqual([
    'spec.attachedRequired: Invalid value: false: field is immutable',
    'spec.volumeLifecycleModes: Invalid value: ["Ephemeral"]: field is immutable',
  ]);
  const known = (fields: object) => ({ spec: { drivers: [{ name: 'd', nodeID: 'n', ...fields }] } });
  const nodes = 'csinodes.storage.k8s.io';
  expect(wrongChange(nodes, known({}), known({ allocatable: { count: 3 } }))).toEqual([]);
  expect(wrongChange(nodes, known({}), known({ nodeID: 'm', allocatable: { count: 3 } }))).toEqual([
    'spec.drivers: Invalid value: {"Name":"d","NodeID":"m","TopologyKeys":null,"Allocatable":null}: field is immutable',
  ]);
  expect(wrong(nodes, known({ nodeID: 'n'.repeat(256) }))).toEqual([]);
  expect(wrong(nodes, known({ nodeID: 'n'.repeat(257) }))[0]).toMatch(/^spec.drivers\[0\].nodeID: Invalid value/);
});

it('VAL10: what a signer is called is a domain of two parts and a path', () => {
  const request = (signerName: string) =>
    wrong('certificatesigningrequests.certificates.k8s.io', {
      spec: { request: 'AA==', signerName, usages: ['any'] },
    })
      .filter((text) => text.startsWith('spec.signerName'))
      .map((text) => text.replace(/ must consist of.*/, ''));
  expect(request('example.com/a.b')).toEqual([]);
  expect(request('example/A_')).toEqual([
    'spec.signerName: Invalid value: "example": should be a domain with at least two segments separated by dots',
    'spec.signerName: Invalid value: "A_": validating label "A_": a lowercase RFC 1123 subdomain',
  ]);
  expect(request('a_.com/x')).toEqual([
    'spec.signerName: Invalid value: "a_.com": validating label "a_": a lowercase RFC 1123 label',
  ]);
  expect(request('a.com/x/y')[0]).toContain("of the form 'example.com/signer-name'");
});

it('VAL10: what is issued is certificates', () => {
  const issued = (text: string) =>
    certificateStatusErrors({ status: {} }, { status: { certificate: btoa(text) } }).map(errorText);
  const block = (label: string, body = 'AA==') => `-----BEGIN ${label}-----\n${body}\n-----END ${label}-----\n`;
  expect(issued(block('CERTIFICATE'))).toEqual([]);
  const at = 'status.certificate: Invalid value: "<certificate data>":';
  expect(issued('x')).toEqual([`${at} must contain at least one CERTIFICATE PEM block`]);
  expect(issued(block('CERTIFICATE') + block('PRIVATE KEY'))).toEqual([
    `${at} only CERTIFICATE PEM blocks are allowed, found "PRIVATE KEY"`,
  ]);
  expect(issued(block('CERTIFICATE', 'A: b\n\nAA=='))).toEqual([`${at} no PEM block headers are permitted`]);
});

it('VAL10: a metric of a kind that is none has no place for it, and rules without any policy scale nothing', () => {
  const spec = {
    maxReplicas: 1,
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
    metrics: [{ type: 'Magic' }],
    behavior: { scaleUp: { policies: [] } },
  };
  const kinds = 'supported values: "ContainerResource", "External", "Object", "Pods", "Resource"';
  const info = infoOf('horizontalpodautoscalers.autoscaling');
  const { object } = decodeStrict<KObject>(info, objectOf(info, { spec }), { strict: true });
  expect(validateCreate(info, object).map(errorText)).toEqual([
    `spec.metrics[0].type: Unsupported value: "Magic": ${kinds}`,
    `spec.metrics[0].type: Unsupported value: "Magic": ${kinds}`,
    'spec.behavior.scaleUp.policies: Required value: must specify at least one Policy',
  ]);
});

it('VAL10: an Ingress that names its class in both ways names the same', () => {
  const ingress = (kind: string, ingressClassName: string) =>
    wrong('ingresses.networking.k8s.io', {
      metadata: { name: 'i', namespace: 'n', annotations: { 'kubernetes.io/ingress.class': kind } },
      spec: { ingressClassName, defaultBackend: { service: { name: 's', port: { number: 1 } } } },
    });
  expect(ingress('a', 'a')).toEqual([]);
  expect(ingress('a', 'b')).toEqual([
    'annotations.kubernetes.io/ingress.class: Invalid value: "a": must match `ingressClassName` when both are specified',
  ]);
});

it('VAL10: a binding names a role as it can be called, and people of the group that knows people', () => {
  const binding = (roleRef: object, ...subjects: object[]) =>
    wrong('rolebindings.rbac.authorization.k8s.io', { roleRef, subjects });
  const role = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' };
  expect(binding(role, { kind: 'User', name: 'jane' }, { kind: 'ServiceAccount', name: 'a' })).toEqual([]);
  expect(binding({ ...role, kind: 'X', name: 'a/b' })).toEqual([
    'roleRef.kind: Unsupported value: "X": supported values: "Role", "ClusterRole"',
    'roleRef.name: Invalid value: "a/b": may not contain \'/\'',
  ]);
  expect(binding(role, { kind: 'Group', name: 'g', apiGroup: 'v1' }, { kind: 'Robot', name: '' })).toEqual([
    'subjects[0].apiGroup: Unsupported value: "v1": supported values: "rbac.authorization.k8s.io"',
    'subjects[1].name: Required value',
    'subjects[1].kind: Unsupported value: "Robot": supported values: "ServiceAccount", "User", "Group"',
  ]);
});

it('VAL9: what is refused of rarer kinds is shown as the server holds it, too', () => {
  const rules = [
    {
      subjects: [{ kind: 'User', user: { name: 'u' } }],
      nonResourceRules: [{ verbs: ['get'], nonResourceURLs: ['/'] }],
    },
  ];
  const flow = {
    matchingPrecedence: 2,
    priorityLevelConfiguration: { name: 'l' },
    distinguisherMethod: { type: 'X' },
    rules,
  };
  expect(wrong('flowschemas.flowcontrol.apiserver.k8s.io', { spec: flow })).toEqual([
    'spec.distinguisherMethod.type: Unsupported value: {"Type":"X"}: supported values: "ByNamespace", "ByUser"',
  ]);
  const attached = (nodeName: string) => ({ spec: { attacher: 'a', nodeName, source: { persistentVolumeName: 'v' } } });
  expect(wrongChange('volumeattachments.storage.k8s.io', attached('n'), attached('m'))).toEqual([
    'spec: Invalid value: {"Attacher":"a","Source":{"PersistentVolumeName":"v","InlineVolumeSpec":null},"NodeName":"m"}: field is immutable',
  ]);
});

it('VAL4: a Secret and a ConfigMap hold a mebibyte of bytes, however they are written', () => {
  const problems = (bytes: number) => {
    const text = btoa('\0'.repeat(bytes));
    return [wrong('secrets', { data: { a: text } }), wrong('configmaps', { binaryData: { a: text } })];
  };
  const MOST = 1_048_576;
  // Divided by three, these leave three rests: so much padding has their text.
  for (const bytes of [MOST - 2, MOST - 1, MOST]) expect(problems(bytes)).toEqual([[], []]);
  const tooLong = `Too long: may not be more than ${MOST} bytes`;
  for (const bytes of [MOST + 1, MOST + 2, MOST + 3])
    expect(problems(bytes)).toEqual([[`data: ${tooLong}`], [`[]: ${tooLong}`]]);
});
