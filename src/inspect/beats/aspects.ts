import type { Aspect } from './interest/rule.ts';
import { leadOf } from './leads.ts';
import type { Moment } from './moment.ts';

/** `kubelet/node-1` as `kubelet`: what one node does is nothing new on the next. */
function classOf(actor: string): string {
  const slash = actor.indexOf('/');
  return slash < 0 ? actor : actor.slice(0, slash);
}

function resourceOf({ last, asked }: Moment): string {
  if (last.subject.startsWith('kubectl/') || last.subject === '') return asked?.resource ?? '';
  return last.subject.split('/', 1)[0] ?? '';
}

const OF: { readonly [aspect: string]: (moment: Moment) => string } = {
  actor: ({ last }) => classOf(last.actor),
  resource: resourceOf,
  verb: ({ asked }) => asked?.verb ?? '',
  code: ({ args }) => String(args.code ?? ''),
  changed: ({ changes }) =>
    changes.map(({ name, isCondition, to, reason }) => (isCondition ? `${name}=${to}/${reason}` : name)).join(','),
  gone: ({ args }) => String(args.event === 'DELETED'),
  lead: (moment) => leadOf(moment)?.kind.name ?? '',
  user: ({ client }) => classOf(client),
};

export function aspectOf(aspect: Aspect, moment: Moment): string {
  if (aspect.startsWith('lead.')) return String(leadOf(moment)?.args[aspect.slice('lead.'.length)] ?? '');
  if (aspect.startsWith('args.')) return String(moment.args[aspect.slice('args.'.length)] ?? '');
  return OF[aspect]?.(moment) ?? '';
}
