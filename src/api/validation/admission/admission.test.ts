import { expect, it } from 'vitest';
import { errorText } from '../../errors/field-error.ts';
import { resourceOf } from '../../scheme/scheme.ts';
import type { KObject } from '../../types/meta.ts';
import { validateCreate } from '../index.ts';

const GROUP = 'admissionregistration.k8s.io';

function problems(resource: string, group: string, rest: object, name = 'x'): readonly string[] {
  const info = resourceOf(resource, group);
  const object = { apiVersion: `${group}/v1`, kind: info.kind, metadata: { name }, ...rest } as KObject;
  return validateCreate(info, object).map(errorText);
}

const rule = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };
const hook = {
  name: 'a.example.com',
  clientConfig: { service: { namespace: 'default', name: 'hook' } },
  rules: [rule],
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
};
const hooks = (...webhooks: object[]) => problems('validatingwebhookconfigurations', GROUP, { webhooks });

it('VAL8: a webhook has a full name, one address, rules that say something and a review that it reads', () => {
  expect(hooks(hook)).toEqual([]);
  expect(
    hooks({
      ...hook,
      name: 'short',
      rules: [{ operations: ['*', 'CREATE'] }],
      clientConfig: {},
      admissionReviewVersions: [],
    }),
  ).toEqual([
    'webhooks[0].name: Invalid value: "short": should be a domain with at least three segments separated by dots',
    'webhooks[0].rules[0].operations: Invalid value: ["*","CREATE"]: if \'*\' is present, must not specify other operations',
    'webhooks[0].rules[0].apiGroups: Required value',
    'webhooks[0].rules[0].apiVersions: Required value',
    'webhooks[0].rules[0].resources: Required value',
    'webhooks[0].clientConfig: Required value: exactly one of url or service is required',
    'webhooks[0].admissionReviewVersions: Required value: must specify one of v1, v1beta1',
  ]);
  const { sideEffects: _, ...silent } = hook;
  expect(hooks({ ...silent, timeoutSeconds: 31, failurePolicy: 'Maybe', clientConfig: { url: 'http://x' } })).toEqual([
    'webhooks[0].failurePolicy: Unsupported value: "Maybe": supported values: "Fail", "Ignore"',
    'webhooks[0].sideEffects: Required value: must specify one of None, NoneOnDryRun',
    'webhooks[0].timeoutSeconds: Invalid value: 31: the timeout value must be between 1 and 30 seconds',
    'webhooks[0].clientConfig.url: Invalid value: "http://x": \'https\' is the only allowed URL scheme; desired format: https://host[/path]',
  ]);
  expect(hooks(hook, hook)).toEqual(['webhooks[1].name: Duplicate value: "a.example.com"']);
});

it('VAL8: a rule names no resource that a star beside it stands for', () => {
  const resources = (...names: string[]) => hooks({ ...hook, rules: [{ ...rule, resources: names }] });
  expect(resources('pods', 'pods/log', '*/scale')).toEqual([]);
  expect(resources('pods/*', 'pods/log', '*/status', 'x/status')).toEqual([
    'webhooks[0].rules[0].resources[1]: Invalid value: "pods/log": if \'pods/*\' is present, must not specify pods/log',
    'webhooks[0].rules[0].resources[3]: Invalid value: "x/status": if \'*/status\' is present, must not specify x/status',
  ]);
  expect(resources('*', 'pods')).toEqual([
    'webhooks[0].rules[0].resources: Invalid value: ["*","pods"]: if \'*\' is present, must not specify other resources without subresources',
  ]);
  expect(resources('pods', '*')).toEqual([]);
  expect(hooks({ ...hook, admissionReviewVersions: ['v1', 'v1', 'V'] })).toEqual([
    'webhooks[0].admissionReviewVersions[1]: Invalid value: "v1": duplicate version',
    expect.stringContaining('webhooks[0].admissionReviewVersions[2]: Invalid value: "V": a DNS-1035 label'),
  ]);
});

it('VAL8: what a binding bounds is about objects that can be named, and is not about what goes if it changes them', () => {
  const matchResources = {
    matchPolicy: 'Equivalent',
    resourceRules: [{ ...rule, operations: ['DELETE'], resourceNames: ['a/b', 'c', 'c'] }],
  };
  const paramRef = { name: 'a%', selector: {}, parameterNotFoundAction: 'Wait' };
  const spec = { policyName: 'p', paramRef, matchResources };
  const found = [
    'spec.paramRef.name: Invalid value: "a%": may not contain \'%\'',
    'spec.paramRef.name: Forbidden: name and selector are mutually exclusive',
    'spec.paramRef.selector: Forbidden: name and selector are mutually exclusive',
    'spec.paramRef.parameterNotFoundAction: Unsupported value: "Wait": supported values: "Deny", "Allow"',
    'spec.matchResources.resourceRules[0].resourceNames[0]: Invalid value: "a/b": may not contain \'/\'',
    'spec.matchResources.resourceRules[0].resourceNames[2]: Duplicate value: "c"',
  ];
  const validationActions = ['Deny'];
  expect(problems('validatingadmissionpolicybindings', GROUP, { spec: { ...spec, validationActions } })).toEqual(found);
  expect(problems('mutatingadmissionpolicybindings', GROUP, { spec })).toEqual([
    ...found,
    'spec.matchResources.resourceRules.operations: Unsupported value: "DELETE": supported values: "*", "CONNECT", "CREATE", "UPDATE"',
  ]);
});

it('VAL8: a binding names a policy and says what is done', () => {
  const binding = (spec: object) => problems('validatingadmissionpolicybindings', GROUP, { spec });
  expect(binding({ policyName: 'p', validationActions: ['Deny', 'Audit'] })).toEqual([]);
  expect(binding({ paramRef: {}, validationActions: ['Deny', 'Warn', 'Sing'] })).toEqual([
    'spec.policyName: Required value',
    'spec.paramRef: Required value: one of name or selector must be specified',
    'spec.paramRef.parameterNotFoundAction: Required value',
    'spec.validationActions[2]: Unsupported value: "Sing": supported values: "Audit", "Deny", "Warn"',
    expect.stringContaining('must not contain both Deny and Warn'),
  ]);
});

it('VAL8: an APIService is called by its version and group', () => {
  const spec = { group: 'metrics.k8s.io', version: 'v1beta1', groupPriorityMinimum: 100, versionPriority: 0 };
  expect(problems('apiservices', 'apiregistration.k8s.io', { spec })).toEqual([
    'metadata.name: Invalid value: "x": must be `spec.version+"."+spec.group`: "v1beta1.metrics.k8s.io"',
    'spec.versionPriority: Invalid value: 0: must be positive and less than 1000',
  ]);
});

it('VAL8: priority levels and flow schemas say whom they are about and how much there is', () => {
  const FLOW = 'flowcontrol.apiserver.k8s.io';
  const level = (spec: object) => problems('prioritylevelconfigurations', FLOW, { spec });
  expect(level({ type: 'Limited' })).toEqual(['spec.limited: Required value: must not be empty when type is Limited']);
  const queuing = { queues: 4, handSize: 8, queueLengthLimit: 0 };
  expect(
    level({ type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing }, lendablePercent: 101 } }),
  ).toEqual([
    'spec.limited.lendablePercent: Invalid value: 101: must be between 0 and 100, inclusive',
    'spec.limited.limitResponse.queuing.queueLengthLimit: Invalid value: 0: must be positive',
    'spec.limited.limitResponse.queuing.handSize: Invalid value: 8: should not be greater than queues (4)',
  ]);
  const schema = {
    matchingPrecedence: 10,
    priorityLevelConfiguration: { name: 'l' },
    rules: [{ subjects: [{ kind: 'User' }] }],
  };
  expect(problems('flowschemas', FLOW, { spec: schema })).toEqual([
    "spec.rules[0].subjects[0].user: Required value: user is required when subject kind is 'User'",
    'spec.rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty',
  ]);
});
