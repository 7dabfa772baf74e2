// Models the kernel's net/netfilter/xt_recent.c (v1.36)

import { type Address, formatAddress, isSix } from '../../../base/address.ts';
import { SECOND } from '../../../base/time/units.ts';
import { type Engine, type Table, tableFamily } from '../../../engine/index.ts';
import type { Match } from '../iptables/rules.ts';

/** By `list/address`: when it was seen, newest last, in virtual microseconds. */
export interface RecentRow {
  readonly list: string;
  readonly address: string;
  readonly seen: readonly number[];
}
/** One a node. */
const RECENT_TABLES = tableFamily<RecentRow>('network/*/recent');

type RecentMatch = Extract<Match, { kind: 'recent' }>;

const REMEMBERED = 20;

export interface RecentResult {
  readonly matched: boolean;
  /** How long ago it was last seen; undefined when it is not in the list. */
  readonly agoSeconds: number | undefined;
  /** Changes the list; called once the step that says so was emitted. */
  readonly apply: (() => void) | undefined;
}

/** The lists of addresses that were seen, as session affinity uses them. */
export class Recent {
  readonly rows: Table<RecentRow>;

  constructor(
    private readonly engine: Engine,
    node: string,
  ) {
    this.rows = engine.table(RECENT_TABLES.of(node));
  }

  check(match: RecentMatch, source: Address, destination: Address): RecentResult {
    const side = match.side === 'rsource' ? source : destination;
    // Lists of IPv6 hold whole addresses.
    const address = formatAddress(isSix(side) || isSix(match.mask) ? side : (side & match.mask) >>> 0);
    const key = `${match.name}/${address}`;
    const row = this.rows.get(key);
    const now = this.engine.now;
    const last = row?.seen[row.seen.length - 1];
    const agoSeconds = last === undefined ? undefined : Math.floor((now - last) / SECOND);
    const add = () => {
      const seen = [...(row?.seen ?? []), now].slice(-REMEMBERED);
      this.rows.set(key, { list: match.name, address, seen });
    };
    switch (match.action) {
      case 'set':
        return { matched: !match.not, agoSeconds, apply: add };
      case 'remove':
        return { matched: (row !== undefined) !== match.not, agoSeconds, apply: () => this.rows.delete(key) };
      default: {
        const hits = row === undefined ? 0 : row.seen.filter((at) => this.fresh(match, at, now)).length;
        const found = row !== undefined && hits >= (match.hitCount ?? 1);
        const stale = row !== undefined && match.reap && hits === 0;
        const update = found && match.action === 'update' ? add : undefined;
        return { matched: found !== match.not, agoSeconds, apply: stale ? () => this.rows.delete(key) : update };
      }
    }
  }

  private fresh({ seconds }: RecentMatch, at: number, now: number): boolean {
    return seconds === undefined || now - at <= seconds * SECOND;
  }
}
