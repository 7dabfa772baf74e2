import { etcd } from '../../../steps/etcd.ts';
import type { ComponentName, KindName, NameIn } from '../../../steps/index.ts';
import { proxy } from '../../../steps/proxy.ts';
import { hasLostItsWay } from './conditions.ts';
import type { Aspect, Because, Interest } from './rule.ts';

/** Told by their own sentences, the first of each sort in a story. */
const OF_COMPONENT: {
  readonly [Component in ComponentName]?: readonly (readonly [
    name: NameIn<Component>,
    because: Because,
    ...by: Aspect[],
  ])[];
} = {
  network: [
    ['connect', 'first', 'args.protocol'],
    ['translated', 'decision', 'args.end', 'args.undone'],
    ['balanced', 'decision'],
    ['unbalanced', 'surprise'],
    ['wrapped', 'first'],
    ['accepted', 'visible'],
    ['nobodyListens', 'surprise'],
    ['notRecognised', 'surprise'],
    ['pathMtu', 'surprise'],
    ['again', 'surprise'],
    ['gaveUp', 'surprise'],
    ['noNeighbour', 'surprise'],
    ['rejected', 'decision'],
    ['complained', 'surprise'],
    ['lost', 'surprise', 'args.why'],
    ['ended', 'visible', 'args.outcome'],
    ['restoreFailed', 'surprise'],
    ['nftApplied', 'first'],
    ['balancerWritten', 'first'],
  ],
  proxy: [
    ['refused', 'decision'],
    ['relayed', 'decision'],
    ['failed', 'surprise'],
  ],
  dns: [
    ['resolving', 'first', 'args.name'],
    ['answered', 'visible', 'args.rcode'],
    ['unreachable', 'surprise'],
    ['unresolved', 'surprise'],
  ],
  csi: [
    ...(
      [
        'claimTaken',
        'createVolume',
        'registered',
        'attachAsked',
        'attached',
        'detached',
        'staged',
        'published',
        'deleteVolume',
        'growing',
        'grown',
        'fileSystemGrown',
      ] as const
    ).map((name) => [name, 'first'] as const),
    ...(['attachFailed', 'multiAttach', 'stillInUse', 'forcedOff'] as const).map((name) => [name, 'surprise'] as const),
  ],
  cloud: [
    ['ensured', 'visible'],
    ['released', 'visible'],
  ],
  etcd: [
    ['fault', 'visible', 'args.member', 'args.state'],
    ['memberSet', 'visible', 'args.member', 'args.state'],
    ['warned', 'surprise', 'args.member', 'args.message'],
    ['stalled', 'surprise', 'args.lost'],
    ['timedOut', 'surprise'],
    ['steppedDown', 'decision'],
    ['electionTimeout', 'surprise'],
    ['campaigned', 'first'],
    ['voted', 'decision', 'args.granted'],
    ['elected', 'decision'],
    ['leaderMoved', 'decision'],
    ['leaseRevoked', 'visible'],
    ['leaseExpired', 'surprise'],
    ['txnApplied', 'decision', 'args.succeeded'],
    ['alarmRaised', 'surprise'],
    ['alarmDisarmed', 'visible'],
    ['compacted', 'visible'],
    ['defragmented', 'visible'],
  ],
  etcdctl: [['event', 'visible']],
  'apiserver-process': [
    ['fault', 'visible', 'args.state'],
    ['shutDown', 'first'],
    ['cachesLost', 'surprise'],
    ['cacheStuck', 'surprise', 'resource', 'args.key'],
    ['cacheReinitializing', 'surprise'],
    ['started', 'first'],
    ['reconciled', 'surprise', 'args.change'],
    ['ownAddress', 'visible', 'args.change'],
    ['refusedConnection', 'surprise'],
  ],
  faults: [
    ['partition', 'visible', 'args.node', 'args.state'],
    ['over', 'visible', 'args.seconds'],
    ['clock', 'visible', 'args.machine', 'args.offsetSeconds'],
    ['handshakeFailed', 'surprise', 'args.node'],
    ['connectionLost', 'surprise', 'args.node'],
    ['unanswered', 'surprise', 'args.why'],
    ['rates', 'visible'],
    ['delays', 'visible'],
    ['requestLost', 'surprise', 'args.done'],
    ['requestSlow', 'first'],
  ],
  programs: [
    ['watchCut', 'visible'],
    ['indexDefined', 'visible'],
    ['lookedUp', 'visible'],
    ['started', 'first'],
    ['waitsForCache', 'first'],
    ['cacheSynced', 'first', 'args.resource'],
    ['handled', 'visible', 'args.event'],
    ['resynced', 'surprise'],
    ['reconciled', 'decision', 'args.action'],
    ['stopped', 'visible'],
  ],
  extensions: [
    ['served', 'visible'],
    ['withdrawn', 'visible'],
    ['converted', 'decision', 'args.strategy'],
    ['proxied', 'first', 'args.code'],
  ],
  controllers: [['started', 'first']],
  audit: [
    ['begun', 'first'],
    ['fixed', 'visible'],
    ['command', 'visible', 'args.line'],
    ['did', 'visible', 'args.who', 'args.verb', 'args.subresource', 'args.object', 'args.code'],
  ],
  panic: [
    ['panicked', 'surprise', 'args.process', 'args.message'],
    ['ended', 'surprise', 'args.process'],
    ['begun', 'visible', 'args.process'],
  ],
};

/** Where the store is more than one member, how they agree is told once. */
const AGREEMENT: Interest = {
  ends: etcd.committed.name,
  when: ({ args }) => Number(args.members) > 1,
  because: 'decision',
  by: [],
  per: 'run',
};

/** What becomes of a Service on a node: its rules, a refusal, or nothing any more. */
const RULES_OF_NODES: readonly Interest[] = [
  { ends: proxy.programmed.name, because: 'first', insight: 'programmed', fold: 'again' },
  {
    ends: proxy.restored.name,
    when: (moment) => moment.of(proxy.serviceTracked)?.args.change === 'delete',
    because: 'visible',
    insight: 'unprogrammed',
    fold: 'again',
  },
  {
    ends: proxy.restored.name,
    when: hasLostItsWay,
    because: 'visible',
    by: ['args.tool'],
    insight: 'nowhereToGo',
    explains: proxy.portRefused,
    fold: 'again',
  },
];

/** Components whose steps tell themselves. */
export const BY_THEMSELVES: readonly Interest[] = [
  AGREEMENT,
  ...RULES_OF_NODES,
  ...Object.entries(OF_COMPONENT).flatMap(([component, told]) =>
    told.map(([name, because, ...by]) => ({
      ends: `${component}.${name}` as KindName,
      because,
      by: by.length > 0 ? by : (['resource'] as const),
    })),
  ),
];
