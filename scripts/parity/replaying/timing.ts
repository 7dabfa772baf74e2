import { at, type JsonObject, listAt, textAt } from '../recordings/json.ts';
import type { AuditEntry, Command, Recording } from '../recordings/recording.ts';
import type { Chance, RecordedMessage } from './simulator-port.ts';

/** From a command to its first request, on the machine of the recordings as in the simulation. */
const USUAL_START = 0.045;

/** How much later than usual each command began to talk to the server: the machine had other things to do. */
export function startDelays(recording: Recording): readonly number[] {
  const requests = [...recording.audit, ...recording.reads]
    .filter(({ ua }) => ua.startsWith('kubectl'))
    .map(({ t0 }) => t0)
    .sort((a, b) => a - b);
  return recording.commands.map(({ t, dt, background }) => {
    const first = background === true ? undefined : requests.find((t0) => t0 >= t && t0 <= t + dt);
    return first === undefined ? 0 : Math.max(0, first - t - USUAL_START);
  });
}

/** When the writes of a command arrived. */
export function writesOf({ t, dt }: Command, recording: Recording): readonly number[] {
  return recording.audit
    .filter(({ ua, t0 }) => ua.startsWith('kubectl') && t0 >= t && t0 <= t + dt)
    .map(({ t0 }) => t0)
    .sort((a, b) => a - b);
}

export interface Restart {
  readonly down: number;
  readonly up: number;
}

/** A server that ends takes its address out of its Service first; the next one reads before anybody can ask it. */
export function restartOf(recording: Recording): Restart | undefined {
  if (!(recording.meta.notes ?? []).some((note) => /^apiserver stopped/.test(String(note)))) return undefined;
  const leaving = recording.audit.find(
    ({ user, name, resource, request }) =>
      user === 'system:apiserver' &&
      resource === 'endpoints' &&
      name === 'kubernetes' &&
      listAt(request, 'subsets').length === 0,
  );
  if (leaving === undefined) return undefined;
  const awake = recording.reads
    .filter(({ user, t0 }) => user === 'system:apiserver' && t0 > leaving.t1 + LONGEST_END)
    .map(({ t0 }) => t0);
  return awake.length === 0 ? undefined : { down: leaving.t0 - 0.001, up: Math.min(...awake) };
}

const LONGEST_END = 1;

/** A node whose kubelet was killed. */
export interface Silence {
  readonly node: string;
  /** When its last lease was written, so that it is noticed when it was. */
  readonly silent: number;
  readonly stopped: number;
  /** When the control plane noticed. */
  readonly noticed: number;
  readonly back: number | undefined;
}

/** A lease that is renewed so long before the silence is noticed is seen at the next look, ten looks before. */
const LAST_LEASE = 52;
/** How long a kubelet has been dead at least when it is noticed. */
const DEAD = 47;

/** Nothing but the node controller says when a kubelet died: nodes whose readiness it does not know. */
export function silencesOf(recording: Recording): readonly Silence[] {
  const found = new Map<string, Silence>();
  const requests = [...recording.audit, ...recording.reads];
  for (const { user, verb, resource, subresource, name, t0, code, request } of recording.audit) {
    if (!user.endsWith(':node-controller') || verb !== 'update' || resource !== 'nodes') continue;
    if (subresource !== 'status' || code >= 300 || found.has(name) || !isUnknown(request)) continue;
    const own = requests.filter((entry) => entry.user === `system:node:${name}`).map((entry) => entry.t0);
    const last = Math.max(t0 - DEAD - 4, ...own.filter((time) => time < t0 - 1));
    const after = recording.audit.filter((entry) => entry.user === `system:node:${name}` && entry.t0 > t0);
    const back = after.length === 0 ? undefined : Math.min(...after.map((entry) => entry.t0)) - 0.01;
    found.set(name, { node: name, silent: t0 - LAST_LEASE, stopped: last + 0.05, noticed: t0, back });
  }
  return [...found.values()];
}

function isUnknown(node: unknown): boolean {
  return listAt(node as never, 'status', 'conditions').some(
    (condition) => textAt(condition, 'type') === 'Ready' && textAt(condition, 'status') === 'Unknown',
  );
}

/** Names bindings by what two runs have in common: the how-manieth of a name, generated or not. */
export class Bindings {
  private readonly counts = new Map<string, number>();

  key(namespace: string, family: string): string {
    const name = `${namespace}/${family}`;
    const place = this.counts.get(name) ?? 0;
    this.counts.set(name, place + 1);
    return `${name} ${place}`;
  }
}

/** Siblings that are made in any order, and each has a part of its own: those of a DaemonSet have their node. */
export function familyOf(pod: JsonObject): string {
  const family = textAt(pod, 'metadata', 'generateName') || textAt(pod, 'metadata', 'name');
  const node = nodeAskedFor(pod);
  return node === '' ? family : `${family} on ${node}`;
}

function nodeAskedFor(pod: JsonObject): string {
  const terms = ['spec', 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution'] as const;
  const [term] = listAt(pod, ...terms, 'nodeSelectorTerms');
  const [field] = listAt(term, 'matchFields');
  return String(listAt(field, 'values')[0] ?? '');
}

const COMBINED = '(combined from similar events): ';

export function chanceOf(recording: Recording): Chance {
  const silences = silencesOf(recording);
  return {
    ...placesOf(recording),
    relists: relistsOf(recording),
    looks: looksOf(recording),
    emptied: emptiedOf(recording),
    events: messagesOf(recording),
    rounds: { nodes: silences[0]?.noticed, claims: claimRound(recording), pods: podRound(recording) },
    silent: silences.filter(({ silent }) => silent < 0).map(({ node, silent: at }) => ({ node, at })),
  };
}

/** When Pods that nobody misses were collected. */
function podRound({ audit }: Recording): number | undefined {
  return audit.find(({ user }) => user.endsWith(':pod-garbage-collector'))?.t0;
}

/** From a change of a claim to what is said of it. */
const SAID = 0.15;
const CLAIM_PERIOD = 15;

/** When it was said again why claims wait, though nothing had happened to them; without that, just before it was said first. */
function claimRound({ audit }: Recording): number | undefined {
  const said = audit.filter(
    ({ user, resource }) => resource === 'events' && user.endsWith(':persistent-volume-binder'),
  );
  const changed = audit.filter(({ resource, code }) => resource === 'persistentvolumeclaims' && code < 300);
  const repeated = said.filter(
    ({ verb, t0 }) => verb === 'patch' && !changed.some((change) => t0 > change.t0 && t0 < change.t1 + SAID),
  );
  const agreeing = (one: AuditEntry): number => repeated.filter((other) => areOfOneRound(one, other)).length;
  const [best] = [...repeated].sort((one, other) => agreeing(other) - agreeing(one));
  const first = best ?? said[0];
  return first === undefined ? undefined : first.t0 - 0.01;
}

function areOfOneRound(one: AuditEntry, other: AuditEntry): boolean {
  const since = Math.abs(one.t0 - other.t0) % CLAIM_PERIOD;
  return Math.min(since, CLAIM_PERIOD - since) < SAID;
}

/** Which of several similar events a component goes on to count one by one follows from the order of a Go map. */
function messagesOf(recording: Recording): ReadonlyMap<string, readonly RecordedMessage[]> {
  const found = new Map<string, RecordedMessage[]>();
  for (const { resource, response, code } of recording.audit) {
    if (resource !== 'events' || code >= 300) continue;
    const message = textAt(response, 'message');
    const combined = message.startsWith(COMBINED);
    const object = `${textAt(response, 'involvedObject', 'namespace')}/${textAt(response, 'involvedObject', 'name')}`;
    const key = `${textAt(response, 'source', 'component')} ${object}`;
    found.set(key, [
      ...(found.get(key) ?? []),
      { message: combined ? message.slice(COMBINED.length) : message, combined },
    ]);
  }
  return new Map([...found].filter(([, list]) => list.some(({ combined }) => combined)));
}

/** Repeats the choice: what the recording combined later was forgotten, what it counted by itself was not. */
export class Forgetting {
  private readonly seen = new Map<string, number>();

  constructor(private readonly events: Chance['events']) {}

  choose(component: string, object: string, messages: readonly string[]): number | undefined {
    const key = `${component} ${object}`;
    const list = this.events.get(key);
    const newest = messages[messages.length - 1];
    if (list === undefined || newest === undefined) return undefined;
    const from = this.seen.get(key) ?? 0;
    const at = list.findIndex(({ message, combined }, index) => index >= from && combined && message === newest);
    if (at < 0) return undefined;
    this.seen.set(key, at + 1);
    const fates = messages.map((message) => list.slice(at + 1).find((later) => later.message === message)?.combined);
    const forgotten = fates.indexOf(true);
    return forgotten >= 0 ? forgotten : Math.max(0, fates.indexOf(undefined));
  }
}

/** Nothing is done again. */
export const NO_CHANCE: Chance = {
  refused: new Set(),
  nodes: new Map(),
  ready: new Map(),
  gone: new Map(),
  starts: new Map(),
  relists: new Map(),
  looks: new Map(),
  tries: new Map(),
  emptied: new Map(),
  events: new Map(),
};

const LOOK_PERIOD = 10;
/** From a look to the event that tells of it. */
const LOOKED = 0.003;

/** When to look for what is said soon after; where nothing is said for a period, some time in it. */
export function nextLook(looks: readonly number[], now: number): number | undefined {
  const said = looks.find((time) => time - LOOKED > now && time - LOOKED <= now + LOOK_PERIOD);
  return said === undefined ? undefined : said - LOOKED;
}

function looksOf({ audit }: Recording): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const { user, resource, t0, request, code } of audit) {
    if (resource !== 'events' || code >= 300 || !user.startsWith('system:node:')) continue;
    if (!/^Node(Not)?Schedulable$/.test(textAt(request, 'reason'))) continue;
    const node = user.slice('system:node:'.length);
    const times = found.get(node) ?? [];
    found.set(node, times);
    times.push(t0);
  }
  return found;
}

/** What a kubelet says first when it looks again at a Pod in which something does not start. */
const TRIES: ReadonlySet<string> = new Set(['Pulling', 'Pulled', 'BackOff', 'ErrImageNeverPull', 'Failed']);

/** By namespace and name of a Pod. */
function triesOf(recording: Recording): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const { user, resource, t0, response, code } of recording.audit) {
    if (resource !== 'events' || code >= 300 || !user.startsWith('system:node:')) continue;
    if (!TRIES.has(textAt(response, 'reason'))) continue;
    const name = `${textAt(response, 'involvedObject', 'namespace')}/${textAt(response, 'involvedObject', 'name')}`;
    const times = found.get(name) ?? [];
    times.push(t0);
    found.set(name, times);
  }
  return found;
}

const FIELD_OF_CONTAINER = /^spec\.\w+\{(.*)\}$/;

/** When containers were said to have started: by namespace and name of the Pod, and name of the container. */
function startsOf(recording: Recording): ReadonlyMap<string, ReadonlyMap<string, readonly number[]>> {
  const found = new Map<string, Map<string, number[]>>();
  for (const { user, resource, t0, response, code } of recording.audit) {
    if (resource !== 'events' || code >= 300 || !user.startsWith('system:node:')) continue;
    const container = FIELD_OF_CONTAINER.exec(textAt(response, 'involvedObject', 'fieldPath'))?.[1];
    if (container === undefined || textAt(response, 'reason') !== 'Started') continue;
    const pod = `${textAt(response, 'involvedObject', 'namespace')}/${textAt(response, 'involvedObject', 'name')}`;
    const containers = found.get(pod) ?? new Map<string, number[]>();
    found.set(pod, containers);
    const times = containers.get(container) ?? [];
    containers.set(container, times);
    times.push(t0);
  }
  return found;
}

/** When kubelets deleted Pods of which nothing was left, by namespace and name; of several that had the name, unknown. */
function goneOf(recording: Recording): ReadonlyMap<string, number> {
  const found = new Map<string, number[]>();
  for (const { user, resource, verb, subresource = '', code, t0, namespace = '', name } of recording.audit) {
    if (resource !== 'pods' || verb !== 'delete' || subresource !== '' || code >= 300) continue;
    if (!user.startsWith('system:node:')) continue;
    const times = found.get(`${namespace}/${name}`) ?? [];
    found.set(`${namespace}/${name}`, times);
    times.push(t0);
  }
  return new Map(
    [...found].flatMap(([pod, [time, ...more]]) => (time === undefined || more.length > 0 ? [] : [[pod, time]])),
  );
}

/** From what sets out to start a container to the event that says so. */
const STARTING = 0.05;
/** What starts so much later is another start. */
const SAME_START = 2;

/** When to set out for the start that is meant, if it was said of one soon after. */
export function nextStart(starts: readonly number[], now: number): number | undefined {
  const said = starts.find((time) => time > now && time < now + SAME_START);
  return said === undefined ? undefined : said - STARTING;
}

/** What ends so much later is the end of a sibling. */
const SAME_END = 3;

/** When a Pod of which nothing is left is gone, if that was soon. */
export function sameEnd(gone: number | undefined, now: number): number | undefined {
  return gone === undefined || gone > now + SAME_END ? undefined : gone;
}

/** From a look at all containers to the arrival of the status that tells of it. */
const TOLD = 0.008;

/** When each kubelet found that a container had ended by itself: it looks at all of them once a second. */
function relistsOf(recording: Recording): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  const known = new Set<string>();
  for (const { user, resource, subresource, code, t0, request, response } of recording.audit) {
    if (resource !== 'pods' || subresource !== 'status' || code >= 300 || !user.startsWith('system:node:')) continue;
    const fresh = endedIn(request).filter((id) => !known.has(id));
    for (const id of fresh) known.add(id);
    if (fresh.length === 0 || isGoing(response)) continue;
    const node = user.slice('system:node:'.length);
    const times = found.get(node) ?? [];
    found.set(node, times);
    times.push(t0 - TOLD);
  }
  return found;
}

/** Ids of containers that have ended and were not started again. */
function endedIn(request: AuditEntry['request']): readonly string[] {
  return ['initContainerStatuses', 'containerStatuses'].flatMap((list) =>
    listAt(request, 'status', list).flatMap((status) => {
      const id = textAt(status, 'state', 'terminated', 'containerID');
      const waited =
        at(status, 'state', 'waiting') === undefined ? '' : textAt(status, 'lastState', 'terminated', 'containerID');
      return [id, waited].filter((one) => one !== '');
    }),
  );
}

export function nearest(times: readonly number[], now: number): number | undefined {
  return times.reduce<number | undefined>(
    (best, time) => (best === undefined || Math.abs(time - now) < Math.abs(best - now) ? time : best),
    undefined,
  );
}

/** What is ready for a moment alone is not waited for: it would have ended by then. */
const LASTING = 2;

/**
 * When Pods were said to be ready for the first time, and went on to be until somebody deleted them, by namespace and
 * name. One that was deleted before is not ready before that.
 */
function readyOf(recording: Recording): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const {
    user,
    resource,
    subresource,
    verb,
    code,
    t0,
    request,
    response,
    namespace = '',
    name,
  } of recording.audit) {
    if (resource !== 'pods' || code >= 300) continue;
    const pod = `${namespace}/${name}`;
    const since = found.get(pod);
    if (verb === 'delete' && since === undefined) found.set(pod, t0);
    if (subresource !== 'status' || !user.startsWith('system:node:')) continue;
    if (since === undefined && says(request, 'True')) found.set(pod, t0);
    else if (since !== undefined && t0 - since < LASTING && says(request, 'False') && !isGoing(response))
      found.set(pod, 0);
  }
  return new Map([...found].filter(([, since]) => since > 0));
}

function isGoing(pod: AuditEntry['response']): boolean {
  return textAt(pod, 'metadata', 'deletionTimestamp') !== '';
}

/** Does a status say whether its Pod is ready? */
function says(request: AuditEntry['request'], ready: 'True' | 'False'): boolean {
  return listAt(request, 'status', 'conditions').some(
    (condition) => textAt(condition, 'type') === 'Ready' && textAt(condition, 'status') === ready,
  );
}

/** Two runs see the end of a container up to a second apart. */
const APART = 1;
/** From a look at a Pod to the first that is heard of it. */
const BEFORE_HEARD = 0.005;

/** The first of the recorded tries that may be the next one; where others were heard of, but not this, it comes as late as it may. */
export function nextTry(tries: readonly number[], now: number, from: number, until: number): number | undefined {
  const earliest = Math.max(from - APART, now + BEFORE_HEARD);
  const heard = tries.find((time) => time >= earliest && time <= until + APART);
  if (heard === undefined) return tries.length === 0 ? undefined : until;
  return Math.min(until, Math.max(from, heard - BEFORE_HEARD));
}

/** The namespace controller's order of types follows from a Go map. */
function emptiedOf(recording: Recording): Chance['emptied'] {
  const found = new Map<string, string[]>();
  for (const { user, verb, namespace = '', resource } of recording.audit) {
    if (verb !== 'deletecollection' || !user.endsWith(':namespace-controller')) continue;
    const order = found.get(namespace) ?? [];
    if (!order.includes(resource)) order.push(resource);
    found.set(namespace, order);
  }
  return found;
}

/** Where the Pods of each binding went, which of them were refused to their own node at first, and when it tried them again. */
function placesOf(recording: Recording): Pick<Chance, 'refused' | 'nodes' | 'ready' | 'gone' | 'starts' | 'tries'> {
  const paths = new Set(
    recording.reads
      .filter(({ code, user, verb }) => code === 403 && verb === 'get' && user.startsWith('system:node:'))
      .map(({ uri }) => uri),
  );
  const refused = new Set<string>();
  const nodes = new Map<string, string>();
  const tries = new Map<string, readonly number[]>();
  const heard = triesOf(recording);
  const starts = new Map<string, readonly number[]>();
  const saidStarted = startsOf(recording);
  const gone = new Map<string, number>();
  const saidGone = goneOf(recording);
  const ready = new Map<string, number>();
  const saidReady = readyOf(recording);
  const families = new Map<string, string>();
  for (const { resource, object } of recording.watch) {
    if (resource === 'pods') families.set(textAt(object, 'metadata', 'name'), familyOf(object));
  }
  const bindings = new Bindings();
  for (const { resource, subresource, code, namespace = '', name, request } of recording.audit) {
    if (resource !== 'pods' || subresource !== 'binding' || code >= 300) continue;
    const key = bindings.key(namespace, families.get(name) || name);
    nodes.set(key, textAt(request, 'target', 'name'));
    const since = saidReady.get(`${namespace}/${name}`);
    if (since !== undefined) ready.set(key, since);
    const end = saidGone.get(`${namespace}/${name}`);
    if (end !== undefined) gone.set(key, end);
    for (const [container, times] of saidStarted.get(`${namespace}/${name}`) ?? [])
      starts.set(`${key} ${container}`, times);
    tries.set(key, heard.get(`${namespace}/${name}`) ?? []);
    if (paths.has(`/api/v1/namespaces/${namespace}/pods/${name}`)) refused.add(key);
  }
  return { refused, nodes, ready, gone, starts, tries };
}
