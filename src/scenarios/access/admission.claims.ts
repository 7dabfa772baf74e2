import { aside, type Claims, gone, inOrder, never, shows, step, stored } from '../../worker/claims/claim.ts';

const _allowed = (authorizer: string) => step('apiserver.authorized', { args: { authorizer } });

const changed = (plugin: string, text: string) => step('apiserver.mutated', { args: { plugin, changed: text } });

/** What the parts say. */
export const claims: Claims = {
  admission: [
    [
      /created/,
      changed('ServiceAccount', 'runs as default, token volume mounted'),
      changed('DefaultTolerationSeconds', 'tolerates not-ready and unreachable for 300 s'),
      changed('Priority', 'priority 0'),
      stored('pods/default/plain', 'spec.tolerations.length', 2),
      shows('"name":"ServiceAccount","answer":"changed"'),
    ],
    [/Running/, never('apiserver.mutated'), never('apiserver.approved')],
    [/deleted/, step('apiserver.mutated', { about: 'pods/default/plain' })],
    [/created/, aside('the next part but one has it at work', 'LimitRanger')],
    [
      /created/,
      step('apiserver.mutated', {
        args: {
          plugin: 'LimitRanger',
          changed:
            'LimitRanger plugin set: cpu, memory request for container main; cpu, memory limit for container main',
        },
      }),
    ],
    [/no-latest created/],
    [
      /denied request: every image needs a tag/,
      inOrder('apiserver.mutated', 'apiserver.validated', 'apiserver.rejected'),
      gone('pods/default/latest'),
    ],
    [
      /team-label created/,
      stored('services/default/labeller', 'kind', 'Service'),
      stored('pods/default/labeller', 'status.phase', 'Running'),
    ],
    [
      /tagged created/,
      step('apiserver.webhookCalled', { args: { webhook: 'team-label.kubestep.dev', outcome: 'allowed' } }),
      stored('pods/default/tagged', 'metadata.labels.team', 'red'),
    ],
    [/run=tagged,team=red/],
    [/deleted/, gone('pods/default/labeller')],
    [
      /failed calling webhook "team-label.kubestep.dev"/,
      gone('pods/default/late'),
      stored(
        'mutatingwebhookconfigurations.admissionregistration.k8s.io/team-label',
        'webhooks.0.failurePolicy',
        'Fail',
      ),
      aside('a field of the configuration, which is read here and not written', 'failurePolicy'),
    ],
  ],
};
