// Models pkg/kubelet/kubelet.go, MaxCrashLoopBackOff (v1.36): what ends again is begun again later each time

const FIRST_MICROS = 1_000_000;
const SECOND_MICROS = 10_000_000;
const LONGEST_MICROS = 300_000_000;
/** Who has lived so long is forgiven what was before. */
const FORGIVEN_AFTER = 600_000_000;

/** How long after its end a process is begun again, which has ended so often. */
export class Pauses {
  private times = 0;
  private since = 0;

  constructor(private readonly first = FIRST_MICROS) {}

  next(now: number): { readonly micros: number; readonly times: number } {
    if (now - this.since > FORGIVEN_AFTER) this.times = 0;
    this.times += 1;
    const { times } = this;
    const micros = times === 1 ? this.first : Math.min(SECOND_MICROS * 2 ** (times - 2), LONGEST_MICROS);
    this.since = now + micros;
    return { micros, times };
  }
}
