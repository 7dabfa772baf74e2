// Models apimachinery/pkg/util/rand.String as kubectl uses it (v1.36)

import type { Session } from './session.ts';

const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** Five letters and digits that no vowel is among. */
export function randomEnding(session: Session, purpose: string): string {
  const random = session.host.env.engine.random(`kubectl/${session.id}/${purpose}`);
  return Array.from({ length: 5 }, () => LETTERS.charAt(random.below(LETTERS.length))).join('');
}
