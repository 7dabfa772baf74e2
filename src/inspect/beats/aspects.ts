import type { Aspect } from './interest/rule.ts';
import { leadOf } from './leads.ts';
import type { Moment, Written } from './moment.ts';
import type { StatusChange } from './status-changes.ts';

/** `kubelet/node-1` as `kubelet`: what one node does is nothing new on the next. */
function classOf(actor: string): string {
  const slash = actor.indexOf('/');
  return slash < 0 ? actor : actor.slice(0, slash);
}

function resourceOf({ last, asked }: Moment): string {
  if (last.subject.startsWith('kubectl/') || last.subject === '') return asked?.resource ?? '';
  return last.subject.split('/', 1)[0] ?? '';
}

/** A count is the same news at each number but the one that was wanted. */
function newsOf({ name, isCondition, to, reason }: StatusChange, written: Written | undefined): string {
  if (isCondition) return `${name}=${to}/${reason}`;
  const { spec } = (written?.after ?? {}) as { readonly spec?: { readonly replicas?: number } };
  return to === String(spec?.replicas) ? `${name}=all` : name;
}

const OF: { readonly [aspect: string]: (moment: Moment) => string } = {
  actor: ({ last }) => classOf(last.actor),
  resource: resourceOf,
  verb: ({ asked }) => asked?.verb ?? '',
  code: ({ args }) => String(args.code ?? ''),
  changed: ({ changes, written }) => changes.map((change) => newsOf(change, written)).join(','),
  gone: ({ args }) => String(args.event === 'DELETED'),
  lead: (moment) => leadOf(moment)?.kind.name ?? '',
  user: ({ client }) => classOf(client),
};

export function aspectOf(aspect: Aspect, moment: Moment): string {
  if (aspect.startsWith('lead.')) return String(leadOf(moment)?.args[aspect.slice('lead.'.length)] ?? '');
  if (aspect.startsWith('args.')) return String(moment.args[aspect.slice('args.'.length)] ?? '');
  return OF[aspect]?.(moment) ?? '';
}
