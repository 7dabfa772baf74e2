import { DECISIONS_TABLE, type DecisionRow } from '../../../cluster/scheduler/objects/rows.ts';
import type { InsightArgs } from '../../../narration/insight-args.ts';
import { clientgoSteps } from '../../../steps/clientgo.ts';
import { deploymentSteps } from '../../../steps/controllers/deployment.ts';
import { replicasetSteps } from '../../../steps/controllers/replicaset.ts';
import { cri } from '../../../steps/cri.ts';
import { scheduler } from '../../../steps/scheduler.ts';
import type { Moment } from '../moment.ts';
import { asStored } from './objects.ts';
import { nameOf } from './requests.ts';

export function newReplicaSet(moment: Moment): InsightArgs['newReplicaSet'] {
  const { replicaSet, replicas, hash } = moment.args;
  const sync = moment.of(deploymentSteps.sync);
  return {
    name: nameOf(moment.last.subject),
    replicaSet: String(replicaSet),
    replicas: Number(replicas),
    hash: String(hash),
    others: Number(sync?.args.replicaSets ?? 0),
  };
}

export function made(moment: Moment): InsightArgs['made'] {
  const { written, client } = moment;
  const { kind = '', metadata, spec } = asStored(written?.after);
  const owner = metadata?.ownerReferences?.[0];
  return {
    client,
    kind,
    name: metadata?.name ?? '',
    revision: written?.revision ?? 0,
    owner: owner === undefined ? '' : `${owner.kind} ${owner.name}`,
    node: spec?.nodeName ?? '',
    replicas: spec?.replicas ?? 0,
  };
}

export function podsMissing(moment: Moment): InsightArgs['podsMissing'] {
  const sync = moment.of(replicasetSteps.sync);
  return {
    name: nameOf(moment.last.subject),
    want: Number(sync?.args.want ?? 0),
    have: Number(sync?.args.have ?? 0),
    missing: Number(moment.args.missing ?? 0),
  };
}

export function expects(moment: Moment): InsightArgs['expects'] {
  return {
    client: moment.last.actor,
    adds: Number(moment.args.adds ?? 0),
    deletions: Number(moment.args.deletions ?? 0),
  };
}

export function oneFirst({ args }: Moment): InsightArgs['oneFirst'] {
  const [size, remaining] = [Number(args.size ?? 0), Number(args.remaining ?? 0)];
  return { size, others: Math.max(0, remaining - size) };
}

const LOOK_BACK = 4000;

/** How many had been expected since the controller counted last. */
export function heardOfAll(moment: Moment): InsightArgs['heardOfAll'] {
  const { journal, last } = moment;
  for (let seq = last.seq; seq >= Math.max(journal.base, last.seq - LOOK_BACK); seq -= 1) {
    if (journal.kindOf(seq) !== clientgoSteps.expected || journal.subjectOf(seq) !== last.subject) continue;
    const { adds, deletions } = journal.step(seq).args;
    return { client: last.actor, adds: Number(adds ?? 0), deletions: Number(deletions ?? 0) };
  }
  return { client: last.actor, adds: 0, deletions: 0 };
}

/** What a write changed in a status: `name|from|to|reason`, one behind the other. */
export function counted(moment: Moment): InsightArgs['counted'] {
  const { written, client } = moment;
  const { kind = '', metadata, spec } = asStored(written?.after);
  return {
    client,
    kind,
    name: metadata?.name ?? nameOf(moment.last.subject),
    want: spec?.replicas ?? -1,
    isRetry: hadLost(moment),
    revision: written?.revision ?? 0,
    changes: moment.changes
      .map(({ name, isCondition, from, to, reason }) =>
        [name, isCondition ? 'condition' : 'field', from, to, reason].join('|'),
      )
      .join(';'),
  };
}

/** The last answer before this one, to the same client about the same object, was a conflict. */
function hadLost({ journal, last }: Moment): boolean {
  for (let seq = last.seq - 1; seq >= Math.max(journal.base, last.seq - LOOK_BACK); seq -= 1) {
    if (journal.kindOf(seq) !== clientgoSteps.response || journal.subjectOf(seq) !== last.subject) continue;
    if (journal.actorOf(seq) === last.actor) return journal.step(seq).args.code === 409;
  }
  return false;
}

/** How long it took since the command, and what of it went into pulling images. */
export function complete(moment: Moment): InsightArgs['complete'] {
  const { journal, last } = moment;
  const began = Math.max(last.story, journal.base);
  const pulls = new Map<string, number>();
  let pulling = 0;
  for (let seq = journal.after(began - 1); seq < last.seq; seq = journal.after(seq)) {
    const kind = journal.kindOf(seq).name;
    if (kind === cri.pullImage.name) pulls.set(journal.actorOf(seq), journal.timeOf(seq));
    if (kind !== cri.imagePulled.name) continue;
    pulling = Math.max(pulling, journal.timeOf(seq) - (pulls.get(journal.actorOf(seq)) ?? journal.timeOf(seq)));
  }
  const write = moment.of(deploymentSteps.writeStatus);
  return {
    name: nameOf(last.subject),
    replicas: Number(write?.args.replicas ?? 0),
    available: Number(write?.args.available ?? 0),
    micros: last.time - journal.timeOf(began),
    pulling,
  };
}

type Taints = readonly { readonly key: string; readonly effect: string }[] | undefined;
const taintsOf = (node: unknown): readonly string[] =>
  ((asStored(node).spec as { readonly taints?: Taints } | undefined)?.taints ?? []).map(
    ({ key, effect }) => `${key}:${effect}`,
  );

/** What a write added to the taints of a node, took off them and left of them. */
export function tainted({ written, last }: Moment): InsightArgs['tainted'] {
  const [before, after] = [taintsOf(written?.before), taintsOf(written?.after)];
  return {
    name: nameOf(last.subject),
    added: after.filter((taint) => !before.includes(taint)).join(','),
    removed: before.filter((taint) => !after.includes(taint)).join(','),
    left: after.join(','),
  };
}

export function removed(moment: Moment): InsightArgs['removed'] {
  const { deletionTimestamp } = asStored(moment.written?.after).metadata ?? {};
  return {
    client: moment.last.actor,
    name: nameOf(moment.last.subject),
    resource: moment.asked?.resource ?? '',
    isMarked: deletionTimestamp !== undefined,
  };
}

function decisionOf(moment: Moment): DecisionRow | undefined {
  return moment.row(moment.of(scheduler.selected), DECISIONS_TABLE);
}

/** Why the other nodes did not fit: reason and nodes, one behind the other. */
export function onlyNode(moment: Moment): InsightArgs['onlyNode'] {
  const decision = decisionOf(moment);
  const refusals = new Map<string, string[]>();
  decision?.nodes.forEach((node, at) => {
    const refused = decision.filters.find(({ results }) => typeof results[at] === 'string');
    const reason = refused?.results[at];
    if (typeof reason === 'string') refusals.set(reason, [...(refusals.get(reason) ?? []), node]);
  });
  return {
    node: String(moment.args.node),
    pod: nameOf(moment.last.subject),
    nodes: decision?.totalNodes ?? 0,
    refused: [...refusals].map(([reason, nodes]) => `${nodes.slice(0, 3).join(', ')}|${reason}`).join(';'),
  };
}

/** The scores of the nodes that fit, and the plugin that made the difference. */
export function chosen(moment: Moment): InsightArgs['nodeWins'] {
  const decision = decisionOf(moment);
  const node = String(moment.args.node);
  const args = {
    node,
    pod: nameOf(moment.last.subject),
    total: Number(moment.args.total ?? 0),
    tied: Number(moment.args.tied ?? 0),
    feasible: Number(moment.args.feasible ?? 0),
  };
  if (decision === undefined) return { ...args, tiedWith: '', others: '', plugin: '', behind: '' };
  const winner = decision.nodes.indexOf(node);
  const losers = decision.nodes
    .map((name, at) => ({ name, at, total: decision.totals[at] }))
    .filter(({ at, total }) => at !== winner && total !== undefined && total < args.total)
    .sort((a, b) => Number(b.total) - Number(a.total));
  const tied = decision.nodes.filter((name, at) => name !== node && decision.totals[at] === args.total);
  const leads = decision.scores
    .map(({ plugin, cells }) => ({
      plugin,
      lead: (cells[winner]?.weighted ?? 0) - Math.max(...losers.map(({ at }) => cells[at]?.weighted ?? 0)),
    }))
    .sort((a, b) => b.lead - a.lead);
  return {
    ...args,
    tiedWith: tied.slice(0, 3).join(', '),
    others: losers
      .slice(0, 3)
      .map(({ total }) => String(total))
      .join(','),
    plugin: losers.length === 0 ? '' : (leads[0]?.plugin ?? ''),
    behind: losers
      .slice(0, 3)
      .map(({ name }) => name)
      .join(','),
  };
}

export function bound(moment: Moment): InsightArgs['bound'] {
  const assumed = moment.of(scheduler.assumed);
  return {
    node: asStored(moment.written?.after).spec?.nodeName ?? '',
    pod: nameOf(moment.last.subject),
    revision: moment.written?.revision ?? 0,
    micros: assumed === undefined ? 0 : moment.last.time - assumed.time,
  };
}
