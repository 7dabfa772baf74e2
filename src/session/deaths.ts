import type { RunDescription } from '../protocol/run-description.ts';

/** Where it is remembered beyond this page. */
export interface DeathNotes {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
}

const KEY = 'kubestep.deaths.v2';
/** A run that has ended its engine so often is not opened by itself any more. */
const TOO_OFTEN = 2;
const MOST_RUNS = 20;

/** How often, and of what the last time. */
interface Note {
  readonly times: number;
  readonly reason: string;
}
const NONE: Note = { times: 0, reason: '' };

/** How often runs have ended their engine, or the whole page: reloading shall not do it again. */
export class Deaths {
  constructor(private readonly notes: DeathNotes | undefined) {}

  note(run: RunDescription, reason: string): void {
    this.change(run, ({ times }) => ({ times: times + 1, reason }));
  }

  /** It has come to rest: whatever it died of was not itself. */
  forgive(run: RunDescription): void {
    if (this.of(run).times > 0) this.change(run, () => NONE);
  }

  isDeadly(run: RunDescription): boolean {
    return this.of(run).times >= TOO_OFTEN;
  }

  /** What ended the engine the last time. */
  reasonOf(run: RunDescription): string {
    return this.of(run).reason;
  }

  private of(run: RunDescription): Note {
    return this.read()[keyOf(run)] ?? NONE;
  }

  private change(run: RunDescription, to: (note: Note) => Note): void {
    const key = keyOf(run);
    const { [key]: note = NONE, ...others } = this.read();
    const entries = Object.entries(others).slice(1 - MOST_RUNS);
    try {
      this.notes?.setItem(KEY, JSON.stringify(Object.fromEntries([...entries, [key, to(note)]])));
    } catch {
      // A storage that is full or forbidden remembers nothing.
    }
  }

  private read(): { readonly [run: string]: Note } {
    try {
      const value: unknown = JSON.parse(this.notes?.getItem(KEY) ?? '{}');
      return typeof value === 'object' && value !== null ? (value as { [run: string]: Note }) : {};
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
