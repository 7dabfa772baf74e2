import { useState } from 'react';
import type { WhyTarget } from '../../debugger/viewer-store.ts';
import { useNow } from '../widgets/kit/host.ts';

interface Following {
  /** What was asked, by the identity of the question. */
  readonly key: string;
  readonly seq: number;
  /** Where the cursor stood when this step was asked about. */
  readonly stood: number | undefined;
  /** The step of the chain that the cursor is on its way to. */
  readonly visits?: number;
}

/**
 * The question as it goes along with the cursor: who steps on with *Why?* open asks about the next step. A cause that is
 * visited from the chain is not asked about: the chain stays, and marks where one stands.
 */
export function useFollowing(target: WhyTarget): { readonly target: WhyTarget; readonly visit: (seq: number) => void } {
  const now = useNow((frame) => frame?.seq);
  const asked: Following = {
    key: keyOf(target),
    seq: target.type === 'step' ? target.seq : -1,
    stood: now,
  };
  const [following, follow] = useState(asked);
  const next = nextOf(following, asked);
  if (next !== following) follow(next);
  return {
    target: target.type === 'step' ? { type: 'step', seq: next.seq } : target,
    visit: (seq) => follow({ ...next, visits: seq }),
  };
}

/** The identity of a question. */
export function keyOf(target: WhyTarget): string {
  if (target.type === 'step') return `step ${target.seq}`;
  return target.type === 'unmet' ? `unmet ${target.subject}` : `field ${target.subject} ${target.path}`;
}

function nextOf(following: Following, asked: Following): Following {
  if (following.key !== asked.key) return asked;
  const { stood } = asked;
  if (stood === undefined || stood === following.stood) return following;
  const { key, visits } = following;
  return { key, seq: stood === visits ? following.seq : stood, stood };
}
