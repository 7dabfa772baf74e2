import { codeOf, isApply, isKubectl, isOfResource, isWatching, takesFiles, verbIs } from './conditions.ts';
import type { Interest } from './rule.ts';

const ALWAYS = Number.POSITIVE_INFINITY;

/** What a person types or sends, and what comes of it. */
export const COMMANDS: readonly Interest[] = [
  { ends: 'kubectl.command', when: (moment) => !isKubectl(moment), because: 'visible', most: ALWAYS, insight: 'asked' },
  { ends: 'kubectl.kubeconfig', when: takesFiles, because: 'never' },
  { ends: 'kubectl.kubeconfig', because: 'visible', most: ALWAYS, sort: 'asked', insight: 'asked' },
  { ends: 'kubectl.parsed', has: 'kubectl.command', because: 'visible', most: ALWAYS, sort: 'asked', insight: 'asked' },
  {
    ends: 'kubectl.kustomized',
    has: 'kubectl.command',
    because: 'visible',
    most: ALWAYS,
    sort: 'asked',
    insight: 'asked',
  },
  {
    ends: 'kubectl.discovered',
    when: ({ args }) => String(args.source) === '/apis',
    because: 'first',
    by: [],
    per: 'run',
    insight: 'discovered',
  },
  {
    ends: 'kubectl.discovered',
    when: ({ args }) => String(args.source) === 'cache',
    because: 'surprise',
    by: [],
    per: 'run',
    insight: 'discoveredFromCache',
  },
  { ends: 'kubectl.patchComputed', because: 'decision' },
  { ends: 'kubectl.response', when: (moment) => !isOfResource(moment), because: 'never' },
  {
    ends: 'kubectl.response',
    when: (moment) => codeOf(moment) === 404 && verbIs('get')(moment) && isApply(moment),
    because: 'decision',
    by: ['resource'],
    insight: 'notThere',
  },
  {
    ends: 'kubectl.response',
    when: verbIs('create', 'update', 'patch', 'delete', 'deletecollection'),
    because: 'never',
  },
  {
    ends: 'kubectl.response',
    when: (moment) => codeOf(moment) === 200 && verbIs('get', 'list')(moment),
    because: 'first',
    by: ['verb', 'resource'],
    insight: 'readForYou',
  },
  { ends: 'kubectl.watchEvent', when: isWatching, because: 'visible', by: ['args.type'] },
  { ends: 'kubectl.interrupted', because: 'visible', most: ALWAYS },
  { ends: 'kubectl.exit', because: 'visible', most: ALWAYS, insight: 'printed' },
  { ends: 'rawClient.sent', because: 'visible', most: ALWAYS },
  { ends: 'rawClient.answered', because: 'visible', most: ALWAYS, insight: 'answeredByHand' },
  ...['etcd.applied', 'etcd.leaseGranted'].map(
    (ends): Interest => ({ ends, has: 'etcdctl.call', because: 'visible', most: ALWAYS }),
  ),
  { ends: 'etcdctl.answer', when: ({ args }) => String(args.error) !== '', because: 'decision', most: ALWAYS },
  { ends: 'etcdctl.exit', because: 'visible', most: ALWAYS, insight: 'printed' },
  { ends: 'rawClient.heard', because: 'visible', by: ['args.type'] },
  { ends: 'rawClient.hungUp', because: 'visible' },
  { ends: 'rawClient.ended', because: 'visible' },
];
