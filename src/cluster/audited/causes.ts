// Models nothing upstream: what an audit log proves of why somebody wrote, and what it leaves to be supposed (v1.36)

import type { KObject } from '../../api/types/meta.ts';
import type { LoggedRequest } from '../../brought/audit/log.ts';
import { isDone, isWrite, subjectOf } from './log.ts';
import { isPerson, senderOf } from './senders.ts';

/** What a request follows from: an earlier one, by its place in the log. */
export interface LoggedCause {
  readonly of: number;
  readonly object: string;
  readonly revision: number;
  /** How the request proves it; undefined where it is only supposed. */
  readonly proof: 'revision' | 'owner' | 'object' | undefined;
}

/** The cause of each request that has one. One pass in the order of arrival. */
export function causesIn(requests: readonly LoggedRequest[]): ReadonlyMap<number, LoggedCause> {
  const known = new Known();
  const causes = new Map<number, LoggedCause>();
  const done = [...requests.keys()].sort((a, b) => endOf(requests[a]) - endOf(requests[b]));
  let next = 0;
  for (const [place, request] of requests.entries()) {
    // What was answered before this one arrived may have been seen.
    for (; next < done.length && endOf(requests[done[next] as number]) <= request.receivedAt; next += 1)
      known.learn(done[next] as number, requests[done[next] as number] as LoggedRequest);
    const cause = isPerson(request) || !isWrite(request) ? undefined : known.causeOf(request);
    if (cause !== undefined) causes.set(place, cause);
  }
  return causes;
}

const endOf = (request: LoggedRequest | undefined): number => request?.answeredAt ?? Number.POSITIVE_INFINITY;

interface Write {
  readonly place: number;
  readonly object: string;
  readonly revision: number;
  readonly sender: string;
}

/** Every write that may have been heard of. */
class Known {
  private readonly byRevision = new Map<string, Write>();
  private readonly byUid = new Map<string, Write>();
  private readonly ownerOf = new Map<string, string>();
  private readonly bySubject = new Map<string, Write[]>();

  learn(place: number, request: LoggedRequest): void {
    if (!isDone(request)) return;
    const { metadata } = request.answer ?? {};
    const object = subjectOf(request);
    const revision = Number(metadata?.resourceVersion ?? 0);
    const write = { place, object, revision, sender: senderOf(request) };
    const owner = metadata?.ownerReferences?.find(({ controller }) => controller === true)?.uid;
    if (owner !== undefined) this.ownerOf.set(object, owner);
    if (revision > 0) this.byRevision.set(`${object} ${revision}`, write);
    const uid =
      metadata?.uid ?? (request.answer as { readonly details?: { readonly uid?: string } } | undefined)?.details?.uid;
    if (uid !== undefined) this.byUid.set(uid, write);
    const writes = this.bySubject.get(object);
    if (writes === undefined) this.bySubject.set(object, [write]);
    else writes.push(write);
  }

  causeOf(request: LoggedRequest): LoggedCause | undefined {
    return (
      this.seenRevision(request) ??
      this.owner(request) ??
      this.regarded(request) ??
      this.ofOwner(request) ??
      this.supposed(request)
    );
  }

  /** An update sends back the revision that was read. */
  private seenRevision(request: LoggedRequest): LoggedCause | undefined {
    const revision = request.sent?.metadata?.resourceVersion;
    const write = revision === undefined ? undefined : this.byRevision.get(`${subjectOf(request)} ${revision}`);
    return write === undefined || write.sender === senderOf(request) ? undefined : causeBy(write, 'revision');
  }

  /** What is made for another object names it. */
  private owner({ verb, sent }: LoggedRequest): LoggedCause | undefined {
    if (verb !== 'create') return undefined;
    const owners = sent?.metadata?.ownerReferences ?? [];
    const owner = owners.find(({ controller }) => controller === true) ?? owners[0];
    const write = owner === undefined ? undefined : this.byUid.get(owner.uid);
    return write === undefined ? undefined : causeBy(write, 'owner');
  }

  /** An event is about an object; a binding is a Pod's. */
  private regarded(request: LoggedRequest): LoggedCause | undefined {
    const { target, sent } = request;
    if (target?.subresource === 'binding') {
      const pod = this.bySubject.get(subjectOf(request))?.[0];
      return pod === undefined ? undefined : causeBy(pod, 'object');
    }
    if (target?.resource !== 'events') return undefined;
    const { uid } = aboutOf(sent);
    const write = uid === undefined ? undefined : this.byUid.get(uid);
    return write === undefined ? undefined : causeBy(write, 'object');
  }

  /** Who deletes what is owned has most likely heard of its owner. */
  private ofOwner(request: LoggedRequest): LoggedCause | undefined {
    const owner =
      request.verb === 'delete' && !senderOf(request).startsWith('kubelet/')
        ? this.ownerOf.get(subjectOf(request))
        : undefined;
    const write = owner === undefined ? undefined : this.byUid.get(owner);
    return write === undefined ? undefined : causeBy(write, undefined);
  }

  /** The newest change, by somebody else, of the same object. */
  private supposed(request: LoggedRequest): LoggedCause | undefined {
    const sender = senderOf(request);
    const write = this.bySubject.get(subjectOf(request))?.findLast((each) => each.sender !== sender);
    return write === undefined ? undefined : causeBy(write, undefined);
  }
}

function causeBy({ place, object, revision }: Write, proof: LoggedCause['proof']): LoggedCause {
  return { of: place, object, revision, proof };
}

function aboutOf(event: KObject | undefined): { readonly uid?: string } {
  const { involvedObject, regarding } = (event ?? {}) as {
    readonly involvedObject?: { readonly uid?: string };
    readonly regarding?: { readonly uid?: string };
  };
  return involvedObject ?? regarding ?? {};
}
