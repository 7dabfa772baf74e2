import { aside, type Claims, step } from '../../worker/claims/claim.ts';

const allowed = (authorizer: string) => step('apiserver.authorized', { args: { authorizer } });

/** What the parts say. */
export const claims: Claims = {
  authorizers: [
    [
      /^200 /,
      step('apiserver.authorized', { args: { tried: 'privileged groups=allow' } }),
      aside('as many as the scenario switches on', '4'),
    ],
    [/^200 /, step('apiserver.authorized', { args: { tried: 'privileged groups=-;Node=-;RBAC=-;ABAC=allow' } })],
    [
      /^403 /,
      step('apiserver.forbidden', {
        args: { tried: 'privileged groups=-;Node=-;RBAC=-;ABAC=No policy matched.;Webhook=-' },
      }),
    ],
    [/^200 /, allowed('Webhook')],
    [/^403 .*the directory knows no such person/, step('apiserver.forbidden', { args: { user: 'system:anonymous' } })],
    [/^403 /, step('apiserver.forbidden', { args: { user: 'jane', reason: 'No policy matched.' } })],
    [
      /web created/,
      step('apiserver.authorized', { about: 'pods/default/web', args: { authorizer: 'Node', verb: 'patch' } }),
    ],
  ],
};
