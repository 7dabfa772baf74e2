import { expect, it } from 'vitest';
import { errorText } from '../field-error.ts';
import { resourceOf } from '../scheme.ts';
import type { KObject } from '../types/meta.ts';
import { validateCreate } from './index.ts';

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
