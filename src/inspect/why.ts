import type { Journal } from '../engine/index.ts';
import { apiserver } from '../steps/apiserver.ts';
import { etcd } from '../steps/etcd.ts';
import { componentOf } from '../steps/index.ts';
import { kubectl } from '../steps/kubectl.ts';

const LONGEST_CHAIN = 400;
/** Of what kubectl does, a reader asks for these; the rest is how it gets there. */
const TELLING_KUBECTL: ReadonlySet<string> = new Set([kubectl.command.name, kubectl.patchComputed.name]);

/** The steps that led to `seq`, newest first: the walk up the first causes. */
export function causeChain(journal: Journal, seq: number): readonly number[] {
  const chain: number[] = [];
  let at = seq;
  while (journal.has(at) && chain.length < LONGEST_CHAIN) {
    chain.push(at);
    at = journal.causeOf(at);
  }
  return chain;
}

/** A chain a person can read: of the steps in between, those at most `level` deep that change actor or matter. */
export function tellingChain(journal: Journal, seq: number): readonly number[] {
  const chain = causeChain(journal, seq);
  return chain.filter((at, place) => {
    if (place === 0 || place === chain.length - 1) return true;
    const level = journal.levelOf(at);
    const kind = journal.kindOf(at);
    if (level === 'scene') return true;
    if (componentOf(kind) === 'kubectl' && !TELLING_KUBECTL.has(kind.name)) return false;
    const below = chain[place - 1] as number;
    return (
      level === 'step' &&
      (journal.actorOf(at) !== journal.actorOf(below) || journal.subjectOf(at) !== journal.subjectOf(below))
    );
  });
}

export interface Lost {
  readonly seq: number;
  /** The object that somebody else has written. */
  readonly subject: string;
}

/** The refusal in favour of another write that `seq` is about: itself, or what its request came to. */
export function lostTo(journal: Journal, seq: number): Lost | undefined {
  for (const at of causeChain(journal, seq)) {
    const { kind, args, subject } = journal.step(at);
    if (kind === etcd.compareFailed) return { seq: at, subject };
    if (kind === apiserver.responded) {
      const taken = args.code === 409 ? takenSubject(subject, String(args.reason)) : undefined;
      return taken === undefined ? undefined : { seq: at, subject: taken };
    }
    if (kind === apiserver.received) return undefined;
  }
  return undefined;
}

/** A POST is about a collection; its refusal has the name. */
function takenSubject(subject: string, reason: string): string | undefined {
  const [, created] = /"([^"]+)" already exists$/.exec(reason) ?? [];
  if (created !== undefined) return subject.endsWith(`/${created}`) ? subject : `${subject}/${created}`;
  return reason.includes('object has been modified') ? subject : undefined;
}

/**
 * What `seq` led to, as far as `shown` goes: a hidden step in between stands for what it caused in turn.
 * One pass, because causes always come before their effects.
 */
export function shownEffects(
  journal: Journal,
  seq: number,
  shown: (seq: number) => boolean,
  most: number,
  within = 4000,
): readonly number[] {
  const effects: number[] = [];
  const hidden = new Set([seq]);
  const end = Math.min(journal.end, seq + within);
  for (let at = seq + 1; at < end && effects.length < most; at += 1) {
    if (!hidden.has(journal.causeOf(at)) && !journal.step(at).causes.some((cause) => hidden.has(cause))) continue;
    if (shown(at)) effects.push(at);
    else hidden.add(at);
  }
  return effects;
}

/** Steps that name `seq` as a cause. Effects come soon after, so the search is bounded. */
export function effectsOf(journal: Journal, seq: number, most = 12, within = 4000): readonly number[] {
  const effects: number[] = [];
  const end = Math.min(journal.end, seq + within);
  for (let at = seq + 1; at < end && effects.length < most; at += 1) {
    if (journal.causeOf(at) === seq || journal.step(at).causes.includes(seq)) effects.push(at);
  }
  return effects;
}
