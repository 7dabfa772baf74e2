// Models nothing upstream: which requests of a person belong to one command, and what it may have been (v1.36)

import { SECOND } from '../../base/time/units.ts';
import type { LoggedRequest } from '../../brought/audit/log.ts';
import { isWrite } from './log.ts';
import { isPerson } from './senders.ts';

/** Requests of one person, one after another. */
export interface SupposedCommand {
  readonly user: string;
  /** `kubectl scale deployments/web` */
  readonly line: string;
}

/** A program sends its requests closely behind one another. */
const PAUSE = SECOND;

interface Group {
  readonly places: number[];
  until: number;
}

/** For each request of a person the command that it belongs to: the same object for all of one. */
export function commandsIn(requests: readonly LoggedRequest[]): ReadonlyMap<number, SupposedCommand> {
  const groups: Group[] = [];
  const openOf = new Map<string, Group>();
  for (const [place, request] of requests.entries()) {
    if (!isPerson(request)) continue;
    const key = `${request.user} ${request.userAgent}`;
    const open = openOf.get(key);
    const end = request.answeredAt ?? request.receivedAt;
    if (open !== undefined && request.receivedAt - open.until < PAUSE && !beginsAnew(open.places, requests, request)) {
      open.places.push(place);
      open.until = Math.max(open.until, end);
      continue;
    }
    const begun = { places: [place], until: end };
    groups.push(begun);
    openOf.set(key, begun);
  }
  const commands = new Map<number, SupposedCommand>();
  for (const { places } of groups) {
    const command = supposed(places.map((place) => requests[place] as LoggedRequest));
    for (const place of places) commands.set(place, command);
  }
  return commands;
}

/** Kubectl looks up what the server can do before anything else. */
function beginsAnew(places: readonly number[], requests: readonly LoggedRequest[], request: LoggedRequest): boolean {
  const isLookUp = (each: LoggedRequest): boolean => each.target === undefined;
  return isLookUp(request) && places.some((place) => !isLookUp(requests[place] as LoggedRequest));
}

function supposed(requests: readonly LoggedRequest[]): SupposedCommand {
  const about =
    requests.findLast(isWrite) ?? requests.findLast(({ target }) => target !== undefined) ?? requests.at(-1);
  const { user = '', userAgent = '', target, uri = '' } = about ?? {};
  const program = /^([^/ ]+)/.exec(userAgent)?.[1] ?? 'client';
  const verb = about === undefined ? '' : verbOf(about);
  const what =
    target === undefined ? (uri.split('?', 1)[0] ?? '') : [target.resource, target.name].filter(Boolean).join('/');
  return { user, line: [program, verb, what].filter(Boolean).join(' ') };
}

/** What a program calls itself where it writes says more than the verb of its request. */
function verbOf({ verb, uri, target, sent }: LoggedRequest): string {
  const manager = /[?&]fieldManager=kubectl-([a-z-]+)/.exec(uri)?.[1];
  if (manager !== undefined) return manager === 'client-side-apply' || manager === 'last-applied' ? 'apply' : manager;
  if (target?.subresource === 'eviction') return 'drain';
  if (target?.subresource !== undefined && target.subresource !== '') return target.subresource;
  const { unschedulable } = (sent?.spec ?? {}) as { readonly unschedulable?: boolean | null };
  if (target?.resource === 'nodes' && unschedulable !== undefined)
    return unschedulable === true ? 'cordon' : 'uncordon';
  return VERBS.get(verb) ?? verb;
}

const VERBS: ReadonlyMap<string, string> = new Map([
  ['list', 'get'],
  ['watch', 'get'],
  ['update', 'replace'],
  ['deletecollection', 'delete'],
]);
