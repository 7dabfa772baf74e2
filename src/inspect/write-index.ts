import type { KeyRow, RevisionRow } from '../cluster/etcd/rows.ts';
import type { Journal } from '../engine/index.ts';
import { etcd } from '../steps/etcd.ts';

export interface WriteRecord {
  readonly seq: number;
  readonly revision: number;
  readonly op: 'create' | 'update' | 'delete';
}

/** Steps that change keys. */
const APPLIED: ReadonlySet<string> = new Set([
  etcd.applied.name,
  etcd.txnApplied.name,
  etcd.leaseExpired.name,
  etcd.leaseRevoked.name,
]);

/** Does a step change what is in the store? */
export function isWrite(journal: Journal, seq: number): boolean {
  return APPLIED.has(journal.kindOf(seq).name);
}

/** Every write of every key, in one pass that follows the journal. */
export class WriteIndex {
  private readonly byKey = new Map<string, WriteRecord[]>();
  private readonly byRevision = new Map<number, WriteRecord>();
  private scanned: number;

  constructor(
    private readonly journal: Journal,
    private readonly keysTable: () => number | undefined,
    private readonly revisionsTable: () => number | undefined,
  ) {
    this.scanned = journal.base;
  }

  refresh(): void {
    const { journal } = this;
    let seq = journal.after(this.scanned - 1);
    // A moment of what was thinned out has the changes of the writes before it, whatever it is itself.
    for (; seq < journal.end; seq = journal.after(seq))
      if (isWrite(journal, seq) || seq < journal.wholeFrom) this.take(seq);
    this.scanned = seq;
  }

  of(key: string): readonly WriteRecord[] {
    return this.byKey.get(key) ?? [];
  }

  atRevision(revision: number): WriteRecord | undefined {
    return this.byRevision.get(revision);
  }

  get keys(): Iterable<string> {
    return this.byKey.keys();
  }

  private take(seq: number): void {
    const table = this.keysTable();
    this.journal.eachDelta(seq, (id, key, before, after) => {
      if (id !== table) return;
      const op = before === undefined ? 'create' : after === undefined ? 'delete' : 'update';
      const revision = (after as KeyRow | undefined)?.modRevision ?? this.revisionOf(seq, key);
      const writes = this.byKey.get(key) ?? [];
      this.byKey.set(key, writes);
      const record: WriteRecord = { seq, revision, op };
      writes.push(record);
      this.byRevision.set(revision, record);
    });
  }

  /** The revision of a removal stands in the log of revisions alone. */
  private revisionOf(seq: number, key: string): number {
    const table = this.revisionsTable();
    let found = Number(this.journal.step(seq).args.revision ?? 0);
    this.journal.eachDelta(seq, (id, _row, _before, after) => {
      if (id !== table) return;
      const row = after as RevisionRow | undefined;
      if (row?.key === key) found = row.revision;
    });
    return found;
  }
}
