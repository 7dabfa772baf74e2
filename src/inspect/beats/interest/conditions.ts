import { apiserver } from '../../../steps/apiserver.ts';
import { componentOf } from '../../../steps/index.ts';
import { kubectl } from '../../../steps/kubectl.ts';
import { proxy } from '../../../steps/proxy.ts';
import { hearingOf } from '../hearing.ts';
import { type Moment, senderOf } from '../moment.ts';

const DISCOVERY = /^\/(?:api|apis|openapi|version)(?:\/|$|\?)/;
export const isDiscovery = (path: string): boolean =>
  DISCOVERY.test(path) && !/^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)\/[^/?]/.test(path);

export const commandOf = (moment: Moment): string => String(moment.of(kubectl.command)?.args.line ?? '');
export const takesFiles = (moment: Moment): boolean => / (?:-f|-k|--filename|--kustomize)\b/.test(commandOf(moment));
/** Of the request itself, not of one that the server sends to itself on the way. */
export const isOfResource = ({ asked, last }: Moment): boolean =>
  asked !== undefined &&
  asked.resource !== '' &&
  !isDiscovery(asked.path) &&
  (last.actor !== 'kube-apiserver' || asked.subject === last.subject);
export const byPerson = ({ client }: Moment): boolean => client === 'kubectl' || client.startsWith('raw');
export const codeOf = ({ args }: Moment): number => Number(args.code ?? 0);
export const isRefused = (moment: Moment): boolean => codeOf(moment) >= 400;
export const verbIs =
  (...verbs: readonly string[]) =>
  ({ asked }: Moment): boolean =>
    verbs.includes(asked?.verb ?? '');
export const verbOf = ({ args }: Moment): string => String(args.verb ?? '');

/** What admission plugins made of the object, by the names of those that changed something. */
export function changedBy(moment: Moment): string {
  return moment.steps
    .filter((seq) => moment.journal.kindOf(seq) === apiserver.mutated)
    .map((seq) => moment.journal.step(seq).args)
    .filter(({ changed }) => String(changed ?? '') !== '')
    .map(({ plugin }) => String(plugin))
    .join(',');
}

export function isOfEvents({ last }: Moment): boolean {
  return /^(?:events(?:\.events\.k8s\.io)?|leases\.coordination\.k8s\.io)\//.test(last.subject);
}

export function isWrite(moment: Moment): boolean {
  return ['create', 'update', 'patch', 'delete'].includes(verbOf(moment));
}

/** A kubelet says how one of its Pods is. */
export function isOfPods({ last }: Moment): boolean {
  return last.subject.startsWith('pods/') && last.actor.startsWith('kubelet/');
}

export function isStatus({ asked }: Moment): boolean {
  return asked?.resource.endsWith('/status') === true;
}

export function isBirth({ asked, written }: Moment): boolean {
  return asked?.verb === 'create' && !asked.resource.includes('/') && written !== undefined;
}

/** The write of what was asked for; not of an address or a port that the server books on the way. */
export function isOfAsked({ asked, written, last }: Moment): boolean {
  return written !== undefined && asked !== undefined && resourceIn(asked.subject) === resourceIn(last.subject);
}
const resourceIn = (subject: string): string => subject.slice(0, subject.indexOf('/'));

/** Those who look through everything of a kind at each change, and seldom find anything. */
const KEEPERS: ReadonlySet<string> = new Set(['garbage-collector', 'clusterrole-aggregation-controller']);

/** Somebody acts on a change that he hears of. That a node has let go of a Pod was known to all who count. */
export function setsSomebodyToWork(moment: Moment): boolean {
  const { journal, last, args } = moment;
  if (args.event === 'DELETED' && senderOf(journal, last.seq).startsWith('kubelet/')) return false;
  return hearingOf(moment).busy.some((actor) => !KEEPERS.has(actor));
}

/** Nobody has anything to do because of a change, and the command that made it has not ended yet. */
export function setsNobodyToWork(moment: Moment): boolean {
  const { journal, last } = moment;
  const { watchers, busy } = hearingOf(moment);
  if (watchers.length === 0 || busy.length > 0) return false;
  for (let seq = last.seq - 1; seq >= Math.max(journal.base, last.seq - RECENT); seq -= 1)
    if (journal.kindOf(seq) === kubectl.exit && journal.storyOf(seq) === last.story) return false;
  return true;
}
const RECENT = 200;

/** A Service has an address before it has anybody behind it: that is no news when it is new. */
export function hasLostItsWay(moment: Moment): boolean {
  return moment.of(proxy.portRefused) !== undefined && moment.of(proxy.serviceTracked)?.args.change !== 'add';
}

/** The line that began the story. */
export function lineOf({ journal, last }: Pick<Moment, 'journal' | 'last'>): string {
  return journal.has(last.story) ? String(journal.step(last.story).args.line ?? '') : '';
}

/** What the server says to who would go on from a revision that it does not remember. */
export const TOO_OLD = /^too old resource version: (\d+) \((\d+)\)$/;

/** The story began with a fault, or the end of one: nothing was typed. */
export function isDisturbed(moment: Moment): boolean {
  const { journal, last } = moment;
  return lineOf(moment) === '' && journal.has(last.story) && componentOf(journal.kindOf(last.story)) !== 'rawClient';
}

/** Other programs are typed in the same terminal. */
export function isKubectl(moment: Moment): boolean {
  return /^kubectl\b/.test(lineOf(moment));
}

/** What is typed runs until somebody ends it; or it has gone on until another story. */
export function goesOn(moment: Moment): boolean {
  return /^$|^(?:kubectl (?:proxy|port-forward)|etcdctl (?:lock|elect))\b/.test(lineOf(moment));
}

/** An apply looks first whether the object is there. */
export function isApply(moment: Moment): boolean {
  return /\bapply\b/.test(lineOf(moment));
}

/** The person wants to see what is watched; others only wait for an end. */
export function isWatching(moment: Moment): boolean {
  return /(?: -w\b| --watch\b|\bwait\b|rollout status)/.test(lineOf(moment));
}
