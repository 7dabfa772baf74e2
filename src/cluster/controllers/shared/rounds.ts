// Models staging/src/k8s.io/apimachinery/pkg/util/wait/backoff.go Until (v1.36)

import type { Environment, Round } from '../../ports/environment.ts';

/** From `now` to the next of rounds that come every `period`. */
export function untilRound({ chance }: Environment, round: Round, period: number, now: number): number {
  const given = chance?.roundAt?.(round);
  if (given === undefined) return period;
  const since = (now - given) % period;
  return since < 0 ? -since : period - since;
}
