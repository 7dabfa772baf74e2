import { ADMISSION_TABLE } from '../../../cluster/apiserver/admission/rows.ts';
import { COMMANDS_TABLE, type CommandRow } from '../../../cluster/kubectl/session/rows.ts';
import { RAW_REQUESTS_TABLE, type RawRequestRow } from '../../../cluster/ports/raw-requests.ts';
import type { Journal, Step } from '../../../engine/index.ts';
import type { InsightArgs } from '../../../narration/insight-args.ts';
import { apiserver } from '../../../steps/apiserver.ts';
import { clientgoSteps } from '../../../steps/clientgo.ts';
import { etcd } from '../../../steps/etcd.ts';
import { etcdctlSteps } from '../../../steps/etcdctl.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import { hearingOf } from '../hearing.ts';
import { isApply, lineOf, TOO_OLD } from '../interest/conditions.ts';
import { type Moment, senderOf } from '../moment.ts';
import { asStored, changedFields, imagesOf, unwrittenFields } from './objects.ts';

/** So many steps after a beat are looked through for what became of what it tells. */
export const AHEAD = 400;
const APPLIED = etcd.applied.name;

/** Addresses and ports that the server books on the way to what was asked for. */
const BOOKED = /^(?:ipaddresses|rangeallocations)\b/;

/** The first write of a story that is about such an object, from a step on: what is to be stored was known before. */
function nextWritten({ journal, last }: Moment, subject: string): unknown {
  const end = Math.min(journal.end, last.seq + AHEAD);
  for (let seq = last.seq; seq < end; seq += 1) {
    if (journal.kindOf(seq).name !== APPLIED || journal.storyOf(seq) !== last.story) continue;
    if (!journal.subjectOf(seq).startsWith(subject) || BOOKED.test(journal.subjectOf(seq))) continue;
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
    isNew: config === undefined || isNewWay(moment, config),
  };
}

/** As this user to this server nothing was typed before. */
function isNewWay({ journal }: Moment, config: Step): boolean {
  const { user, server } = config.args;
  for (let seq = journal.momentAt(config.seq - 1); seq >= journal.base; seq = journal.momentAt(seq - 1)) {
    if (journal.kindOf(seq) !== kubectl.kubeconfig) continue;
    const { args } = journal.step(seq);
    if (args.user === user && args.server === server) return false;
  }
  return true;
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
    isPlural: moment.asked?.verb === 'list',
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
    changes: changed.map(({ changed: what }) => String(what)).join('\n'),
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
    changes: changedFields(written?.before, written?.after).join('; '),
    isFirst: moment.isFirst,
  };
}

export function gone(moment: Moment): InsightArgs['gone'] {
  const { kind = '', metadata } = asStored(moment.written?.before);
  return {
    client: moment.client,
    kind,
    name: metadata?.name ?? nameOf(moment.last.subject),
    revision: moment.written?.revision ?? 0,
  };
}

/** What the answer says that follows from a refusal. */
function messageAhead({ journal, last }: Moment): string {
  for (let seq = last.seq + 1; seq < Math.min(journal.end, last.seq + AHEAD); seq += 1) {
    if (journal.kindOf(seq) !== apiserver.responded || journal.storyOf(seq) !== last.story) continue;
    return String(journal.step(seq).args.reason ?? '');
  }
  return '';
}

export function invalid(moment: Moment): InsightArgs['invalid'] {
  return {
    kind: String(moment.args.kind ?? ''),
    errors: Number(moment.args.errors ?? 0),
    // The kind and the name stand in the sentence.
    message: messageAhead(moment).replace(/^.*? is invalid: /, ''),
  };
}

export function forbidden(moment: Moment): InsightArgs['forbidden'] {
  const { user, verb, tried, reason } = moment.args;
  const { resource = '', path = '' } = moment.asked ?? {};
  const answers = String(tried ?? '')
    .split(';')
    .map((answer) => answer.split('='));
  return {
    user: String(user),
    verb: String(verb),
    resource: resourceAsked(moment) || path,
    name: nameIn(path, resource),
    namespace: NAMESPACE.exec(path)?.[1] ?? '',
    tried: answers
      .map(([name = '']) => name)
      .filter((name) => !name.includes(' '))
      .join(','),
    denied: answers.find(([, said]) => said === 'deny')?.[0] ?? '',
    reason: String(reason ?? ''),
  };
}

const NAMESPACE = /\/namespaces\/([^/]+)\//;

function nameIn(path: string, resource: string): string {
  const [plural = ''] = resource.split('/');
  return new RegExp(`/${plural}/([^/?]+)`).exec(path)?.[1] ?? '';
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
    first: cutOff(telling(lines), moment.args.code === 0 ? LONGEST_LINE : LONGEST_REFUSAL),
    lines: Number(moment.args.wrote ?? lines.length),
    answer: Number(moment.of(kubectl.response)?.args.code ?? 0),
    noPods: WORKLOADS.test(made) && pods === 0,
    program: /^(?:kubectl|etcdctl)\b/.exec(lineOf(moment))?.[0] ?? '',
    alone: moment.of(kubectl.command) !== undefined,
    part: String(moment.args.part ?? ''),
  };
}

const LONGEST_LINE = 80;
/** Why it was refused stands at its end. */
const LONGEST_REFUSAL = 240;

function cutOff(line: string, longest = LONGEST_LINE): string {
  return line.length <= longest ? line : `${line.slice(0, longest)}…`;
}

/** A line that only begins something says nothing: what follows is told with it. */
function telling(lines: readonly string[]): string {
  const [first = ''] = lines;
  if (/^[{[]$/.test(first)) return lines.map((line) => line.trim()).join(' ');
  return /: ?$/.test(first) ? `${first.trim()} ${lines.slice(1).join('; ')}`.trim() : first;
}

/** What a request by hand came to. */
export function answeredByHand(moment: Moment): InsightArgs['answeredByHand'] {
  const read = moment.of(apiserver.fetched)?.args;
  const { body } = moment.row<RawRequestRow>(moment.last, RAW_REQUESTS_TABLE) ?? {};
  const { kind, metadata } = asStored(body);
  return {
    code: Number(moment.args.code ?? 0),
    path: moment.asked?.path ?? '',
    items: Number(moment.of(apiserver.listed)?.args.items ?? -1),
    message: String(moment.of(apiserver.responded)?.args.reason ?? ''),
    isStream: moment.args.type === 'watch',
    from: read?.from ?? '',
    revision: String(read?.revision ?? ''),
    object: kind === undefined || metadata?.name === undefined ? '' : `${kind} ${metadata.name}`,
    says: saidBy(body),
  };
}

/** What a body says that is no object with a name: its first line, or of what sort it is and how many it lists. */
function saidBy(body: unknown): string {
  if (typeof body === 'string') {
    const lines = body.split('\n').filter((line) => line !== '');
    return lines.length > 1 ? `${cutOff(lines[0] ?? '')} …` : cutOff(lines[0] ?? '');
  }
  if (typeof body !== 'object' || body === null) return '';
  const lists = Object.entries(body).filter(([, value]) => Array.isArray(value)) as readonly (readonly [
    string,
    unknown[],
  ])[];
  const [name = '', longest = []] = [...lists].sort(([, a], [, b]) => b.length - a.length)[0] ?? [];
  const { kind = '', status } = body as { readonly kind?: string; readonly status?: unknown };
  if (kind === 'Status' && typeof status === 'string') return status;
  return longest.length === 0 ? kind : `${kind === '' ? '' : `${kind}, `}${longest.length} ${name}`;
}

/** The last object that the story made, and how many Pods, up to here. */
function madeSoFar({ journal, last }: Moment): { readonly made: string; readonly pods: number } {
  let made = '';
  let pods = 0;
  for (let seq = journal.after(last.story - 1); seq < last.seq; seq = journal.after(seq)) {
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

export function throttled({ last, args }: Moment): InsightArgs['throttled'] {
  return { client: last.actor, wait: Number(args.wait ?? 0), qps: Number(args.qps ?? 0) };
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

/** Who hears of a change; a shared cache is told for those who have a handler on it. */
export function heard(moment: Moment): InsightArgs['heard'] {
  const { last } = moment;
  const { watchers, handlers, busy } = hearingOf(moment);
  return {
    watchers: watchers.join(','),
    count: Number(last.args.watchers ?? 0),
    handlers: handlers.join(','),
    busy: busy.join(','),
    revision: Number(last.args.revision ?? 0),
    resource: last.subject.split('/', 1)[0] ?? '',
    event: String(last.args.event ?? ''),
  };
}

export function nameOf(subject: string): string {
  return subject.slice(subject.lastIndexOf('/') + 1);
}
