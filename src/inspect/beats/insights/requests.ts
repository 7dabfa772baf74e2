import { ADMISSION_TABLE } from '../../../cluster/apiserver/admission/rows.ts';
import { COMMANDS_TABLE, type CommandRow } from '../../../cluster/kubectl/session/rows.ts';
import type { Journal, Step } from '../../../engine/index.ts';
import type { InsightArgs } from '../../../narration/insight-args.ts';
import { apiserver } from '../../../steps/apiserver.ts';
import { clientgoSteps } from '../../../steps/clientgo.ts';
import { etcd } from '../../../steps/etcd.ts';
import { etcdctlSteps } from '../../../steps/etcdctl.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import { isApply, lineOf, TOO_OLD } from '../interest/conditions.ts';
import type { Moment } from '../moment.ts';
import { asStored, imagesOf, unwrittenFields } from './objects.ts';

const AHEAD = 400;
const APPLIED = etcd.applied.name;

/** The first write of a story that is about such an object, from a step on: what is to be stored was known before. */
function nextWritten({ journal, last }: Moment, subject: string): unknown {
  const end = Math.min(journal.end, last.seq + AHEAD);
  for (let seq = last.seq; seq < end; seq += 1) {
    if (journal.kindOf(seq).name !== APPLIED || journal.storyOf(seq) !== last.story) continue;
    if (!journal.subjectOf(seq).startsWith(subject)) continue;
    let value: unknown;
    journal.eachDelta(seq, (_table, key, _before, after) => {
      const row = after as { readonly value?: unknown } | undefined;
      if (key.startsWith('/registry/') && row?.value !== undefined) value = row.value;
    });
    return value;
  }
  return undefined;
}

export function asked(moment: Moment): InsightArgs['asked'] {
  const file = moment.of(kubectl.parsed)?.args;
  const folder = moment.of(kubectl.kustomized)?.args;
  const config = moment.of(kubectl.kubeconfig);
  const first = (file ?? folder) === undefined ? undefined : nextWritten(moment, '');
  const { kind = '', spec, metadata } = asStored(first);
  return {
    line: lineOf(moment),
    file: file?.file ?? folder?.folder ?? '',
    objects: file?.documents ?? folder?.objects ?? 0,
    user: String(config?.args.user ?? ''),
    server: String(config?.args.server ?? ''),
    kind: /\b(?:apply|create)\b/.test(lineOf(moment)) ? kind : '',
    name: metadata?.name ?? '',
    replicas: spec?.replicas ?? 0,
    images: imagesOf(asStored(first)),
  };
}

export function discovered(moment: Moment): InsightArgs['discovered'] {
  const lists = moment.steps.filter((seq) => moment.journal.kindOf(seq) === kubectl.discovered);
  return {
    requests: moment.count(kubectl.request),
    resources: lists.reduce((sum, seq) => sum + Number(moment.journal.step(seq).args.resources ?? 0), 0),
    schema: moment.steps.some((seq) => String(moment.journal.step(seq).args.path ?? '').startsWith('/openapi')),
  };
}

export function fromCache({ args }: Moment): InsightArgs['discoveredFromCache'] {
  return { resources: Number(args.resources ?? 0) };
}

export function known(moment: Moment): InsightArgs['known'] {
  const { user, groups, method } = moment.args;
  return {
    user: String(user),
    method: String(method),
    groups: String(groups ?? '')
      .split(',')
      .filter((group) => group !== 'system:authenticated')
      .join(', '),
    client: moment.client,
  };
}

export function allowed(moment: Moment): InsightArgs['allowed'] {
  const { authorizer, reason, verb } = moment.args;
  return {
    authorizer: String(authorizer),
    reason: String(reason ?? ''),
    verb: String(verb),
    resource: moment.asked?.resource ?? '',
    client: moment.client,
    user: userOf(moment),
  };
}

/** Who the caller was found to be, a few handlers before. */
function userOf({ journal, last }: Moment): string {
  let at = last.seq;
  for (let hop = 0; hop < HANDLERS && journal.has(at); hop += 1) {
    if (journal.kindOf(at) === apiserver.authenticated) return String(journal.step(at).args.user);
    at = journal.causeOf(at);
  }
  return '';
}
const HANDLERS = 8;

export function notThere(moment: Moment): InsightArgs['notThere'] {
  return { name: nameOf(moment.asked?.subject ?? ''), resource: moment.asked?.resource ?? '' };
}

export function readForYou(moment: Moment): InsightArgs['readForYou'] {
  const listed = moment.of(apiserver.listed)?.args;
  const read = listed ?? moment.of(apiserver.fetched)?.args;
  return {
    verb: moment.asked?.verb ?? '',
    resource: moment.asked?.resource ?? '',
    name: nameOf(moment.asked?.subject ?? ''),
    items: listed?.items ?? -1,
    from: read?.from ?? '',
    revision: String(read?.revision ?? ''),
    code: Number(moment.args.code ?? 0),
    isApply: isApply(moment),
  };
}

/** The object before the first admission plugin that changes it; what the request writes when none does. */
function asDecoded(moment: Moment): unknown {
  const { journal, last } = moment;
  for (let seq = last.seq; seq < Math.min(journal.end, last.seq + AHEAD); seq += 1) {
    if (journal.subjectOf(seq) !== last.subject || journal.storyOf(seq) !== last.story) continue;
    const kind = journal.kindOf(seq).name;
    if (kind === apiserver.responded.name) break;
    const row = kind === apiserver.mutated.name ? moment.row(journal.step(seq), ADMISSION_TABLE) : undefined;
    if (row !== undefined) return row.before;
  }
  return nextWritten(moment, last.subject);
}

const MOST_DEFAULTS = 5;

export function defaulted(moment: Moment): InsightArgs['defaulted'] {
  const fields = unwrittenFields(asDecoded(moment));
  return {
    kind: String(moment.args.kind),
    fields: fields.slice(0, MOST_DEFAULTS).join('; '),
    others: Math.max(0, fields.length - MOST_DEFAULTS),
  };
}

/** The plugins that changed something, and what. */
export function admitted(moment: Moment): InsightArgs['admitted'] {
  const changed = moment.steps
    .filter((seq) => moment.journal.kindOf(seq) === apiserver.mutated)
    .map((seq) => moment.journal.step(seq).args)
    .filter((args) => String(args.changed ?? '') !== '');
  return {
    plugins: changed.map(({ plugin }) => String(plugin)).join(','),
    changes: changed.map(({ changed: what }) => String(what)).join('; '),
    resource: moment.asked?.resource ?? '',
  };
}

export function stored(moment: Moment): InsightArgs['stored'] {
  const { written, asked: request } = moment;
  const { kind = '', metadata } = asStored(written?.after ?? written?.before);
  return {
    verb: request?.verb ?? '',
    subresource: request?.resource.split('/')[1] ?? '',
    key: written?.key ?? '',
    revision: written?.revision ?? 0,
    kind,
    name: metadata?.name ?? '',
    isNew: written?.before === undefined,
    isGone: written?.after === undefined,
    isMarked: asStored(written?.after).metadata?.deletionTimestamp !== undefined,
    finalizers: (asStored(written?.after).metadata?.finalizers ?? []).join(', '),
  };
}

const WORKLOADS = /^(?:Deployment|ReplicaSet|DaemonSet|StatefulSet|Job|CronJob|ReplicationController)$/;

export function printed(moment: Moment): InsightArgs['printed'] {
  const { stdout = '', stderr = '' } =
    moment.row<CommandRow>(
      moment.of(kubectl.printed) ?? moment.of(etcdctlSteps.printed) ?? moment.last,
      COMMANDS_TABLE,
    ) ?? {};
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
  const { made, pods } = madeSoFar(moment);
  return {
    line: lineOf(moment),
    code: Number(moment.args.code ?? 0),
    first: cutOff(lines[0] ?? ''),
    lines: lines.length,
    answer: Number(moment.of(kubectl.response)?.args.code ?? 0),
    noPods: WORKLOADS.test(made) && pods === 0,
    program: /^(?:kubectl|etcdctl)\b/.exec(lineOf(moment))?.[0] ?? '',
    alone: moment.of(kubectl.command) !== undefined,
  };
}

const LONGEST_LINE = 80;

function cutOff(line: string): string {
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}…`;
}

/** What a request by hand came to. */
export function answeredByHand(moment: Moment): InsightArgs['answeredByHand'] {
  const sent = moment.asked;
  return {
    code: Number(moment.args.code ?? 0),
    path: sent?.path ?? '',
    items: Number(moment.of(apiserver.listed)?.args.items ?? -1),
    message: String(moment.of(apiserver.responded)?.args.reason ?? ''),
  };
}

/** The last object that the story made, and how many Pods, up to here. */
function madeSoFar({ journal, last }: Moment): { readonly made: string; readonly pods: number } {
  let made = '';
  let pods = 0;
  for (let seq = Math.max(last.story, journal.base); seq < last.seq; seq += 1) {
    if (journal.kindOf(seq).name !== APPLIED || journal.storyOf(seq) !== last.story) continue;
    const { args, subject } = journal.step(seq);
    if (args.version !== 1) continue;
    if (subject.startsWith('pods/')) pods += 1;
    else if (made === '' && !subject.startsWith('events')) made = kindAt(journal, seq);
  }
  return { made, pods };
}

function kindAt(journal: Journal, seq: number): string {
  let kind = '';
  journal.eachDelta(seq, (_table, key, _before, after) => {
    const row = after as { readonly value?: unknown } | undefined;
    if (key.startsWith('/registry/')) kind = asStored(row?.value).kind ?? kind;
  });
  return kind;
}

export function refused(moment: Moment): InsightArgs['refused'] {
  const answer = moment.of(apiserver.responded);
  return {
    client: moment.client,
    code: Number(moment.args.code ?? 0),
    reason: String(moment.args.reason ?? ''),
    message: String(answer?.args.reason ?? ''),
    verb: moment.asked?.verb ?? '',
    resource: resourceAsked(moment),
    name: nameOf(moment.last.subject),
  };
}

/** Pods and nodes are also what the server of metrics calls its numbers. */
function resourceAsked({ asked }: Moment): string {
  const [, group] = /^\/apis\/([^/]*metrics\.k8s\.io)\//.exec(asked?.path ?? '') ?? [];
  return group === undefined ? (asked?.resource ?? '') : `${asked?.resource}.${group}`;
}

export function tooOld({ last, args }: Moment): InsightArgs['tooOld'] {
  const [, asked = '', oldest = ''] = TOO_OLD.exec(String(args.reason)) ?? [];
  return { client: last.actor, resource: last.subject.split(/[./]/, 1)[0] ?? '', revision: asked, oldest };
}

export function watchesAgain(moment: Moment): InsightArgs['watchesAgain'] {
  const { resource = '' } = moment.asked ?? {};
  return { client: moment.client, resource, revision: String(moment.args.since ?? '') };
}

const LOOK_BACK = 3000;

/** Who has written the object meanwhile, and since what was read. */
export function conflict(moment: Moment): InsightArgs['conflict'] {
  const { journal, last } = moment;
  const subject = last.subject;
  let writer: Step | undefined;
  for (let seq = last.seq; seq >= Math.max(journal.base, last.seq - LOOK_BACK); seq -= 1) {
    if (journal.kindOf(seq).name !== APPLIED || journal.subjectOf(seq) !== subject) continue;
    writer = journal.step(seq);
    break;
  }
  const request = moment.of(clientgoSteps.request);
  return {
    client: last.actor,
    name: nameOf(subject),
    revision: Number(writer?.args.revision ?? 0),
    writer: writer === undefined ? '' : senderOf(journal, writer.seq),
    micros: writer === undefined || request === undefined ? 0 : request.time - writer.time,
  };
}

/** Who sent the request in whose course a step of the server is. */
function senderOf(journal: Journal, from: number): string {
  let at = from;
  for (let hop = 0; hop < 64 && journal.has(at); hop += 1) {
    const actor = journal.actorOf(at);
    if (actor !== 'kube-apiserver' && actor !== 'etcd') return actor;
    at = journal.causeOf(at);
  }
  return '';
}

const FAR = 4000;

/** Who hears of a change, by what its watches led to; a shared cache is told for those who have a handler on it. */
export function heard(moment: Moment): InsightArgs['heard'] {
  const { journal, last } = moment;
  const clients = new Map<number, string>();
  const handlers = new Set<string>();
  const busy = new Set<string>();
  const ways = new Map<number, string>();
  for (let seq = last.seq + 1; seq < Math.min(journal.end, last.seq + FAR); seq += 1) {
    const kind = journal.kindOf(seq).name;
    const cause = journal.causeOf(seq);
    if (kind === clientgoSteps.received.name && cause === last.seq) clients.set(seq, journal.actorOf(seq));
    else if (kind === clientgoSteps.indexed.name && clients.has(cause)) ways.set(seq, '');
    else if (kind === clientgoSteps.notified.name && ways.has(cause)) {
      handlers.add(journal.actorOf(seq));
      ways.set(seq, journal.actorOf(seq));
    } else if (ways.get(cause) === journal.actorOf(seq)) {
      if (kind === clientgoSteps.queued.name || journal.levelOf(seq) !== 'detail') busy.add(journal.actorOf(seq));
      else ways.set(seq, journal.actorOf(seq));
    }
    if (clients.size >= Number(last.args.watchers ?? 0) && seq > last.seq + NEAR) break;
  }
  const watchers = [...new Set(clients.values())];
  return {
    watchers: watchers.join(','),
    count: Number(last.args.watchers ?? 0),
    handlers: [...handlers].join(','),
    busy: [...busy].join(','),
    revision: Number(last.args.revision ?? 0),
    resource: last.subject.split('/', 1)[0] ?? '',
    event: String(last.args.event ?? ''),
  };
}

const NEAR = 200;
export function nameOf(subject: string): string {
  return subject.slice(subject.lastIndexOf('/') + 1);
}
