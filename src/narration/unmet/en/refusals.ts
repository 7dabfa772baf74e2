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
  | 'forbiddenPath'
  | 'forbidden'
  | 'budget'
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
    say: 'webhook **{webhook}** must be asked and does not answer ({message})',
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
  forbiddenPath: {
    say: '**{user}** may not **{verb}** the path **{path}**: no ClusterRole that is bound to it allows this',
    change:
      'This rule would allow it: `{rule}`. Put it into a ClusterRole, and bind that to {user} in the whole cluster.',
  },
  forbidden: {
    say: ({ namespace }) =>
      `**{user}** may not **{verb} {resource}**${namespace === '' ? ' in the whole cluster' : ' in namespace {namespace}'}: no role that is bound to it allows this`,
    change: ({ role }) =>
      `This rule would allow it: \`{rule}\`. ${role === '' ? 'No role has it: make one, then bind it to {user}.' : '{role} has it: bind it to {user}.'}`,
  },
  budget: {
    say: ({ expected, healthy }) =>
      `PodDisruptionBudget **{budget}** lets nobody go: **{desired}** of its ${expected === 1 ? 'one Pod' : '{expected} Pods'} must be healthy, and **{healthy}** ${healthy === 1 ? 'is' : 'are'}`,
    change:
      'Give it more Pods than must be healthy, or let the budget allow one to go; the drain goes on by itself then.',
  },
};
