// Models the handler chain of the API server as its audit log shows it (v1.36)

import type { KObject } from '../../api/types/meta.ts';
import type { AuditLog, LoggedRequest } from '../../brought/audit/log.ts';
import type { Context, Engine, Program } from '../../engine/index.ts';
import { apiserver } from '../../steps/apiserver.ts';
import { auditSteps } from '../../steps/audit.ts';
import { etcd } from '../../steps/etcd.ts';
import { KEYS_TABLE, type KeyRow, REVISIONS_TABLE } from '../etcd/rows.ts';
import { COMMANDS_TABLE } from '../kubectl/session/rows.ts';
import { causesIn, type LoggedCause } from './causes.ts';
import { changesBy } from './changes.ts';
import { commandsIn, type SupposedCommand } from './commands.ts';
import { isDone, isWrite, subjectOf } from './log.ts';
import { isPerson, senderOf } from './senders.ts';

const SERVER = 'kube-apiserver';
const STORE = 'etcd';
/** A write is in the store just before it is answered. */
const BEFORE_ANSWER = 1;
const NOTHING_TYPED = 'This run is told by an audit log: it shows what was asked, and nothing can be asked of it.\n';

/**
 * Tells what an audit log tells, as a run: the same steps, tables and stations as a simulated server has, at the times that
 * the log has, with causes as far as it proves them.
 *
 * Promises: every request of the log is told once, in the order of arrival; a table holds what the answers of its writes
 * say; a cause that is not proven is told as supposed.
 * Does not promise: what no line tells. What an object was before the log first speaks of it is not known: it is shown as
 * it first speaks of it.
 */
export function auditedProgram<I>(log: AuditLog): Program<I> {
  let told: Telling | undefined;
  return {
    boot(engine) {
      told = new Telling(engine, log);
      told.begin();
    },
    give: () => told?.refuse(),
  };
}

class Telling {
  private readonly causes: ReadonlyMap<number, LoggedCause>;
  private readonly commands: ReadonlyMap<number, SupposedCommand>;
  /** Where each write was applied, and each command began. */
  private readonly applied = new Map<number, Context>();
  private readonly begun = new Map<SupposedCommand, Context>();
  /** The newest revision of all answers: that of an end is in none. */
  private newest = 0;

  constructor(
    private readonly engine: Engine,
    private readonly log: AuditLog,
  ) {
    this.causes = causesIn(log.requests);
    this.commands = commandsIn(log.requests);
  }

  begin(): void {
    const { requests } = this.log;
    const ctx = this.engine.background(SERVER);
    const begun = ctx.step(auditSteps.begun, 'cluster', { requests: requests.length });
    this.loadFirst(begun);
    for (const [place, request] of requests.entries())
      this.engine.after(Math.max(0, request.receivedAt - this.engine.now), () => this.arrive(place, request), false);
  }

  /** Nothing can be typed into what has happened. */
  refuse(): void {
    const ctx = this.engine.beginStory('kubectl', auditSteps.fixed, 'cluster');
    const commands = ctx.engine.table(COMMANDS_TABLE);
    const id = commands.size + 1;
    commands.set(String(id), { id, argv: [], stdout: '', stderr: NOTHING_TYPED, exitCode: 1 });
  }

  /** What was there before the log begins is shown as the log first speaks of it. */
  private loadFirst(ctx: Context): void {
    const first = new Map<string, KObject>();
    const made = new Set<string>();
    for (const request of this.log.requests) {
      if (!isDone(request)) continue;
      for (const { key, object } of changesBy(request, () => undefined)) {
        if (request.verb === 'create' && (request.target?.subresource ?? '') === '') made.add(key);
        else if (object !== undefined && !made.has(key) && !first.has(key)) first.set(key, object);
      }
    }
    const loaded = ctx.as(STORE).step(etcd.loaded, 'etcd', { keys: first.size, revision: 0 });
    for (const [key, object] of first) this.put(loaded, key, object, revisionOf(object));
  }

  private arrive(place: number, request: LoggedRequest): void {
    const woken = this.woken(place, request);
    const { verb, uri, userAgent } = request;
    const subject = subjectOf(request);
    const method = METHODS.get(verb) ?? 'GET';
    const server = woken.as(SERVER);
    const received = server.step(apiserver.received, subject, { method, path: uri, verb, userAgent });
    const proven = this.proven(received, request);
    const allowed = this.judged(proven, request);
    const { answeredAt } = request;
    if (answeredAt === undefined) return;
    if (!isDone(request)) return this.at(answeredAt, () => this.answer(allowed, place, request));
    this.at(answeredAt - BEFORE_ANSWER, () => {
      const applied = this.apply(allowed, request);
      this.applied.set(place, applied);
      this.at(answeredAt, () => this.answer(applied, place, request));
    });
  }

  private at(time: number, act: () => void): void {
    this.engine.after(Math.max(0, time - this.engine.now), act, false);
  }

  /** From what somebody asked for, or what a part of the cluster has seen. */
  private woken(place: number, request: LoggedRequest): Context {
    const sender = senderOf(request);
    const command = this.commands.get(place);
    if (command !== undefined && isPerson(request)) return this.commanded(sender, command, subjectOf(request));
    const cause = this.causes.get(place);
    const applied = cause === undefined ? undefined : this.applied.get(cause.of);
    if (cause === undefined || applied === undefined) return this.engine.background(sender);
    const { object, revision, proof } = cause;
    const ctx = applied.as(sender);
    return proof === undefined
      ? ctx.step(auditSteps.supposed, subjectOf(request), { object, revision })
      : ctx.step(auditSteps.seen, subjectOf(request), { object, revision, proof });
  }

  private commanded(sender: string, command: SupposedCommand, subject: string): Context {
    const known = this.begun.get(command);
    if (known !== undefined) return known;
    const { line, user } = command;
    const begun = this.engine.beginStory(sender, auditSteps.command, subject, { line, user });
    this.begun.set(command, begun);
    return begun;
  }

  private proven(ctx: Context, { user, groups, credential, code }: LoggedRequest): Context {
    const tried = credential ?? 'token';
    if (code === 401) return ctx.step(apiserver.unauthenticated, user, { reason: 'Unauthorized', tried });
    const method =
      credential === 'certificate' ? 'x509' : user.startsWith('system:serviceaccount:') ? 'serviceaccount' : 'token';
    return ctx.step(apiserver.authenticated, user, { user, method, groups: groups.join(', '), tried: method });
  }

  private judged(ctx: Context, request: LoggedRequest): Context {
    const { decision, decidedBy, verb, user, message = '' } = request;
    const subject = subjectOf(request);
    if (decision === undefined) return ctx;
    const authorizer = authorizerOf(request);
    const tried = authorizer;
    return decision === 'allow'
      ? ctx.step(apiserver.authorized, subject, { authorizer, reason: decidedBy, verb, tried })
      : ctx.step(apiserver.forbidden, subject, { user, verb, reason: decidedBy || message, tried });
  }

  /** Everything that the answer says has changed. */
  private apply(ctx: Context, request: LoggedRequest): Context {
    const keys = this.engine.table(KEYS_TABLE);
    const changes = changesBy(request, (key) => keys.get(key)?.value as KObject | undefined);
    let told = ctx;
    for (const { key, object } of changes) {
      const before = keys.get(key);
      const revision = object === undefined ? this.newest : revisionOf(object);
      const op = object === undefined ? 'delete' : 'put';
      const version = object === undefined ? 0 : (before?.version ?? 0) + 1;
      told = told.as(STORE).step(etcd.applied, key, { op, key, revision, version });
      if (object === undefined) this.remove(told, key, revision);
      else this.put(told, key, object, revision);
    }
    return told;
  }

  private put(ctx: Context, key: string, value: KObject, revision: number): void {
    const keys = ctx.engine.table(KEYS_TABLE);
    const before = keys.get(key);
    const row: KeyRow = {
      key,
      value,
      createRevision: before?.createRevision ?? revision,
      modRevision: revision,
      version: (before?.version ?? 0) + 1,
      lease: undefined,
    };
    keys.set(key, row);
    ctx.engine.table(REVISIONS_TABLE).set(String(revision), { revision, key, op: 'put' });
  }

  private remove(ctx: Context, key: string, revision: number): void {
    ctx.engine.table(KEYS_TABLE).delete(key);
    ctx.engine.table(REVISIONS_TABLE).set(`${revision}.${key}`, { revision, key, op: 'delete' });
  }

  private answer(ctx: Context, place: number, request: LoggedRequest): void {
    const { code = 0, message = '', answer } = request;
    this.newest = Math.max(this.newest, Number(answer?.metadata?.resourceVersion ?? 0) || 0);
    const reason = code < 400 ? '' : ((answer as { readonly reason?: string } | undefined)?.reason ?? message);
    const subject = subjectOf(request);
    const told = ctx.as(SERVER).step(apiserver.responded, subject, { code, reason });
    const isNoise = NOISE.has(request.target?.resource ?? '') || !(isWrite(request) || code >= 400);
    if (isNoise || isReadOfNothing(request)) return;
    const who = senderOf(request);
    const { object: cause = '', revision = 0, proof = '' } = this.causes.get(place) ?? {};
    const { verb, message: said = '' } = request;
    const about = { subresource: request.target?.subresource ?? '', cause, revision, proof };
    told.as(who).note(auditSteps.did, subject, { who, verb, object: subject, code, message: said, ...about });
  }
}

/** The log names the rule; a group that may do everything, and the authorizer of nodes, give none. */
function authorizerOf({ decidedBy, groups }: LoggedRequest): string {
  if (decidedBy.startsWith('RBAC')) return 'RBAC';
  return groups.includes('system:masters') ? 'privileged groups' : 'Node';
}

/** Signs of life, and what is said about others: nobody follows them. */
const NOISE: ReadonlySet<string> = new Set(['leases', 'events']);

/** To hear that something is not there is an answer. */
function isReadOfNothing(request: LoggedRequest): boolean {
  return !isWrite(request) && request.code === 404;
}

function revisionOf({ metadata }: KObject): number {
  return Number(metadata.resourceVersion ?? 0) || 0;
}

const METHODS: ReadonlyMap<string, string> = new Map([
  ['create', 'POST'],
  ['update', 'PUT'],
  ['patch', 'PATCH'],
  ['delete', 'DELETE'],
  ['deletecollection', 'DELETE'],
]);
