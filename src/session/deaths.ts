import type { RunDescription } from '../protocol/run-description.ts';

/** Where it is remembered beyond this page. */
export interface DeathNotes {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const KEY = 'kubestep.deaths.v1';
/** A run that has ended its engine so often is not opened by itself any more. */
const TOO_OFTEN = 2;
const MOST_RUNS = 20;

/** How often runs have ended their engine, or the whole page: reloading shall not do it again. */
export class Deaths {
  constructor(private readonly notes: DeathNotes | undefined) {}

  note(run: RunDescription): void {
    this.change(run, (times) => times + 1);
  }

  /** It has come to rest: whatever it died of was not itself. */
  forgive(run: RunDescription): void {
    if (this.times(run) > 0) this.change(run, () => 0);
  }

  isDeadly(run: RunDescription): boolean {
    return this.times(run) >= TOO_OFTEN;
  }

  private times(run: RunDescription): number {
    return this.read()[keyOf(run)] ?? 0;
  }

  private change(run: RunDescription, to: (times: number) => number): void {
    const key = keyOf(run);
    const { [key]: times = 0, ...others } = this.read();
    const entries = Object.entries(others).slice(1 - MOST_RUNS);
    try {
      this.notes?.setItem(KEY, JSON.stringify(Object.fromEntries([...entries, [key, to(times)]])));
    } catch {
      // A storage that is full or forbidden remembers nothing.
    }
  }

  private read(): { readonly [run: string]: number } {
    try {
      const value: unknown = JSON.parse(this.notes?.getItem(KEY) ?? '{}');
      return typeof value === 'object' && value !== null ? (value as { [run: string]: number }) : {};
    } catch {
      return {};
    }
  }
}

/** Two runs are the same when the same is done to the same cluster; by whom it was built does not count. */
function keyOf({ seed, cluster, inputs }: RunDescription): string {
  const text = JSON.stringify([seed, cluster, inputs.map(({ input }) => input)]);
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return `${(hash >>> 0).toString(36)}-${text.length}`;
}
