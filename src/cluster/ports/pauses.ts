// Models pkg/kubelet/kubelet.go, MaxCrashLoopBackOff (v1.36): what ends again is begun again later each time

import { MINUTE, type Micros, SECOND } from '../../base/time/units.ts';

const FIRST_MICROS = SECOND;
const SECOND_MICROS = 10 * SECOND;
const LONGEST_MICROS = 5 * MINUTE;
/** Who has lived so long is forgiven what was before. */
const FORGIVEN_AFTER = 10 * MINUTE;

/** How long after its end a process is begun again, which has ended so often. */
export class Pauses {
  private times = 0;
  private since = 0;

  constructor(private readonly first = FIRST_MICROS) {}

  next(now: number): { readonly micros: Micros; readonly times: number } {
    if (now - this.since > FORGIVEN_AFTER) this.times = 0;
    this.times += 1;
    const { times } = this;
    const micros = times === 1 ? this.first : Math.min(SECOND_MICROS * 2 ** (times - 2), LONGEST_MICROS);
    this.since = now + micros;
    return { micros, times };
  }
}
