import { etcd } from '../../../steps/etcd.ts';
import { etcdctlSteps } from '../../../steps/etcdctl.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import { rawClient } from '../../../steps/raw-client.ts';
import { codeOf, goesOn, isApply, isKubectl, isOfResource, isWatching, takesFiles, verbIs } from './conditions.ts';
import type { Interest } from './rule.ts';

const ALWAYS = Number.POSITIVE_INFINITY;

/** What a person types or sends, and what comes of it. */
export const COMMANDS: readonly Interest[] = [
  {
    ends: kubectl.command.name,
    when: (moment) => !isKubectl(moment),
    because: 'visible',
    by: [],
    sort: 'typed',
    insight: 'asked',
  },
  { ends: kubectl.kubeconfig.name, when: takesFiles, because: 'never' },
  // Of a line it is told once what was typed, however many commands it has.
  { ends: kubectl.kubeconfig.name, because: 'visible', by: [], sort: 'typed', insight: 'asked' },
  {
    ends: kubectl.parsed.name,
    has: kubectl.command,
    because: 'visible',
    most: ALWAYS,
    sort: 'asked',
    insight: 'asked',
  },
  {
    ends: kubectl.kustomized.name,
    has: kubectl.command,
    because: 'visible',
    most: ALWAYS,
    sort: 'asked',
    insight: 'asked',
  },
  {
    ends: kubectl.discovered.name,
    when: ({ args }) => String(args.source) === '/apis',
    because: 'first',
    by: [],
    per: 'run',
    insight: 'discovered',
  },
  {
    ends: kubectl.discovered.name,
    when: ({ args }) => String(args.source) === 'cache',
    because: 'surprise',
    by: [],
    per: 'run',
    insight: 'discoveredFromCache',
  },
  { ends: kubectl.patchComputed.name, because: 'decision' },
  { ends: kubectl.response.name, when: (moment) => !isOfResource(moment), because: 'never' },
  {
    ends: kubectl.response.name,
    when: (moment) => codeOf(moment) === 404 && verbIs('get')(moment) && isApply(moment),
    because: 'decision',
    by: [],
    insight: 'notThere',
    fold: 'again',
  },
  {
    ends: kubectl.response.name,
    when: verbIs('create', 'update', 'patch', 'delete', 'deletecollection'),
    because: 'never',
  },
  {
    ends: kubectl.response.name,
    when: (moment) => codeOf(moment) === 200 && verbIs('get', 'list')(moment),
    because: 'first',
    by: ['verb', 'resource'],
    insight: 'readForYou',
  },
  { ends: kubectl.watchEvent.name, when: isWatching, because: 'visible', by: ['args.type'] },
  ...[
    kubectl.interrupted,
    kubectl.editorOpened,
    kubectl.editorSaved,
    kubectl.editorClosed,
    kubectl.lineTyped,
    kubectl.inputEnded,
  ].map(({ name }): Interest => ({ ends: name, because: 'visible', most: ALWAYS })),
  { ends: kubectl.exit.name, because: 'visible', most: ALWAYS, insight: 'printed' },
  { ends: rawClient.sent.name, because: 'visible', most: ALWAYS },
  { ends: rawClient.answered.name, because: 'visible', most: ALWAYS, insight: 'answeredByHand' },
  ...[etcd.applied.name, etcd.leaseGranted.name].map(
    (ends): Interest => ({ ends, has: etcdctlSteps.call, because: 'visible', most: ALWAYS }),
  ),
  { ends: etcdctlSteps.answer.name, when: ({ args }) => String(args.error) !== '', because: 'decision', most: ALWAYS },
  // These go on: what they print is what they came to.
  ...[kubectl.printed.name, etcdctlSteps.printed.name].map(
    (ends): Interest => ({ ends, when: goesOn, because: 'visible', by: ['args.line'] }),
  ),
  { ends: etcdctlSteps.exit.name, because: 'visible', most: ALWAYS, insight: 'printed' },
  { ends: rawClient.heard.name, because: 'visible', by: ['args.type'] },
  { ends: rawClient.hungUp.name, because: 'visible' },
  { ends: rawClient.ended.name, because: 'visible' },
];
