// Models staging/src/k8s.io/apiserver/pkg/admission/plugin/{policy,webhook} (v1.36)

import type { AdmissionPlugin } from '../attributes.ts';
import { changedByPolicies } from './mutating.ts';
import { keepsPolicies } from './validating.ts';
import { allowedByWebhooks, changedByWebhooks } from './webhooks.ts';

/** The plugins whose rules are objects of the API. Where there are none they are idle. */

const MUTATING_BINDINGS = 'mutatingadmissionpolicybindings.admissionregistration.k8s.io';
const MUTATING_WEBHOOKS = 'mutatingwebhookconfigurations.admissionregistration.k8s.io';
const VALIDATING_BINDINGS = 'validatingadmissionpolicybindings.admissionregistration.k8s.io';
const VALIDATING_WEBHOOKS = 'validatingwebhookconfigurations.admissionregistration.k8s.io';
const NOT_BY_WEBHOOKS = /(validating|mutating)(webhookconfigurations|admissionpolicy|admissionpolicies)/;
const NOT_BY_POLICIES = /\.admissionregistration\.k8s\.io$|reviews\.auth/;

export const mutatingAdmissionPolicy: AdmissionPlugin = {
  name: 'MutatingAdmissionPolicy',
  external: true,
  handles: (resource, operation) =>
    operation !== 'DELETE' && operation !== 'CONNECT' && !NOT_BY_POLICIES.test(resource),
  rules: MUTATING_BINDINGS,
  admit: (attributes, object, services) => changedByPolicies(attributes, object, services),
  describe: () => 'changed by a policy',
};

export const mutatingAdmissionWebhook: AdmissionPlugin = {
  name: 'MutatingAdmissionWebhook',
  external: true,
  handles: (resource) => !NOT_BY_WEBHOOKS.test(resource),
  rules: MUTATING_WEBHOOKS,
  admitLater: (ctx, attributes, object, services) => changedByWebhooks(ctx, attributes, object, services),
  describe: () => 'patched by a webhook',
};

export const validatingAdmissionPolicy: AdmissionPlugin = {
  name: 'ValidatingAdmissionPolicy',
  handles: (resource) => !NOT_BY_POLICIES.test(resource),
  rules: VALIDATING_BINDINGS,
  validate: (attributes, services) => keepsPolicies(attributes, services),
};

export const validatingAdmissionWebhook: AdmissionPlugin = {
  name: 'ValidatingAdmissionWebhook',
  handles: (resource) => !NOT_BY_WEBHOOKS.test(resource),
  rules: VALIDATING_WEBHOOKS,
  validateLater: (ctx, attributes, services) => allowedByWebhooks(ctx, attributes, services),
};
