import type { StepArgs } from '../../engine/index.ts';
import type { InsightArgs, InsightKey } from '../../narration/insight-args.ts';
import type { ToldKind } from '../../protocol/step-view.ts';
import type { KindName } from '../../steps/index.ts';
import {
  bound,
  chosen,
  complete,
  counted,
  expects,
  heardOfAll,
  made,
  newReplicaSet,
  oneFirst,
  onlyNode,
  podsMissing,
  removed,
  tainted,
} from './insights/controllers.ts';
import {
  imagePresent,
  network,
  nowhereToGo,
  podStarts,
  programmed,
  pulled,
  sandbox,
  started,
  unprogrammed,
  volumes,
} from './insights/nodes.ts';
import {
  admitted,
  allowed,
  answeredByHand,
  asked,
  conflict,
  defaulted,
  discovered,
  forbidden,
  fromCache,
  gone,
  heard,
  invalid,
  known,
  notThere,
  printed,
  readForYou,
  refused,
  stored,
  throttled,
  tooOld,
  watchesAgain,
} from './insights/requests.ts';
import type { Interest } from './interest/rule.ts';
import { leadOf } from './leads.ts';
import type { Moment } from './moment.ts';

/** What a beat says: a kind of sentence with its arguments, as a step has them. */
export interface Insight {
  /** `insight.<key>`, or the kind of a step whose own sentence says it. */
  readonly kind: ToldKind;
  readonly args: StepArgs;
  readonly subject: string;
  /** The step whose kind says why it is so. */
  readonly explains: number;
}

const ARGS: { readonly [K in InsightKey]: (moment: Moment) => InsightArgs[K] } = {
  asked,
  discovered,
  discoveredFromCache: fromCache,
  known,
  knownByToken: known,
  allowed,
  notThere,
  readForYou,
  defaulted,
  admitted,
  stored,
  gone,
  invalid,
  forbidden,
  printed,
  answeredByHand,
  refused,
  conflict,
  heard,
  watchesAgain,
  tooOld,
  throttled,
  newReplicaSet,
  made,
  podsMissing,
  expects,
  oneFirst,
  heardOfAll,
  counted,
  complete,
  removed,
  tainted,
  onlyNode,
  drawnByLot: chosen,
  nodeWins: chosen,
  bound,
  podStarts,
  volumes,
  sandbox,
  network,
  pulled,
  imagePresent,
  started,
  programmed,
  unprogrammed,
  nowhereToGo,
};

/** What is new to the reader because of a moment, in this run. */
export function insightOf({ insight, explains, sort }: Interest, moment: Moment): Insight {
  const why = (explains === undefined ? undefined : moment.of(explains)) ?? leadOf(moment) ?? moment.last;
  if (insight !== undefined)
    return {
      kind: `insight.${insight}`,
      args: { ...ARGS[insight](moment) },
      subject: subjectOf(moment),
      explains: why.seq,
    };
  const concluded = sort === 'concluded' ? leadOf(moment) : undefined;
  const { kind, args, subject, seq } = concluded ?? moment.last;
  // What etcd is given by hand has a key and is no object.
  return {
    kind: kind.name as KindName,
    args,
    subject: subject === 'etcd' ? String(args.key ?? subject) : subject,
    explains: seq,
  };
}

/** Commands have numbers of ours: what they are about is what they ask for. */
function subjectOf({ last, asked: request }: Moment): string {
  return last.subject.startsWith('kubectl/') ? (request?.subject ?? last.subject) : last.subject;
}
