import type { HoldWords } from '../args.ts';

/** Who refuses the Pods that a controller wants to make. */
export const refusals: HoldWords<
  | 'podSecurity'
  | 'quota'
  | 'quotaUnsaid'
  | 'webhookDenied'
  | 'webhookDown'
  | 'policyDenied'
  | 'noServiceAccount'
  | 'noPriorityClass'
  | 'createRefused'
> = {
  podSecurity: {
    say: ({ others }) =>
      `PodSecurity **{level}** refuses the next one ({first}${others > 0 ? ' and {others} more' : ''})`,
    change: 'Set in the Pod template what the level asks for ({all}), or take the level off namespace {namespace}.',
  },
  quota: {
    say: 'quota **{quota}** has no room for the next one: **{used}** of {hard} {resource} used, {asked} more asked for',
    change: 'Raise {resource} in ResourceQuota {quota}, or free some.',
  },
  quotaUnsaid: {
    say: 'quota **{quota}** refuses Pods that do not say {fields}',
    change: 'Say it in the Pod template, or let a LimitRange fill it in.',
  },
  webhookDenied: {
    say: ({ message }) => `webhook **{webhook}** refuses the next one${message === '' ? '' : ' ({message})'}`,
    change: 'Make the Pod template as the webhook wants it, or delete its configuration.',
  },
  webhookDown: {
    say: 'webhook **{webhook}** must be asked about every Pod and does not answer ({message})',
    change: 'Bring the webhook’s own Pods up, let its failurePolicy be Ignore, or delete its configuration.',
  },
  policyDenied: {
    say: 'ValidatingAdmissionPolicy **{policy}** refuses the next one ({message})',
    change: 'Make the Pod template as the policy wants it, or delete the policy’s binding.',
  },
  noServiceAccount: {
    say: 'its ServiceAccount **{account}** does not exist',
    change: 'Create ServiceAccount {account} in namespace {namespace}, or name another one in the Pod template.',
  },
  noPriorityClass: {
    say: 'its PriorityClass **{priorityClass}** does not exist',
    change: 'Create PriorityClass {priorityClass}, or name another one in the Pod template.',
  },
  createRefused: {
    say: 'the API server refuses the next one ({message})',
    change: 'Change the Pod template accordingly.',
  },
};
