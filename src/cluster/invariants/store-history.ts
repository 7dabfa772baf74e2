// Models nothing upstream: what must hold over the whole of a cluster, whatever was done to it.

import type { KObject } from '../../api/types/meta.ts';
import type { KeyRow, RevisionRow } from '../etcd/rows.ts';

interface Version {
  readonly revision: number;
  /** Undefined: the key was deleted. */
  readonly object: KObject | undefined;
}

/** Everything that the store ever held, so that one can ask what it held at any revision, also before a compaction. */
export class StoreHistory {
  private readonly versions = new Map<string, Version[]>();
  /** The newest. */
  revision = 0;

  /** A row of `etcd/keys` that was set. */
  kept({ key, value, modRevision }: KeyRow): void {
    this.add(key, { revision: modRevision, object: value as KObject });
  }

  /** A row of `etcd/revisions` that was set. */
  changed({ key, revision, op }: RevisionRow): void {
    if (op === 'delete') this.add(key, { revision, object: undefined });
  }

  private add(key: string, version: Version): void {
    const known = this.versions.get(key);
    if (known === undefined) this.versions.set(key, [version]);
    else if ((known.at(-1) as Version).revision < version.revision) known.push(version);
    else known[known.length - 1] = version;
    this.revision = Math.max(this.revision, version.revision);
  }

  /** When keys below a prefix changed last. */
  changedAt(prefix: string): number {
    let last = 0;
    for (const [key, versions] of this.versions) {
      if (key.startsWith(prefix)) last = Math.max(last, (versions.at(-1) as Version).revision);
    }
    return last;
  }

  /** Objects below a prefix as they were at a revision. */
  at(prefix: string, revision: number): readonly { readonly object: KObject; readonly revision: number }[] {
    const found: { readonly object: KObject; readonly revision: number }[] = [];
    for (const [key, versions] of this.versions) {
      if (!key.startsWith(prefix)) continue;
      let at = versions.length - 1;
      while (at >= 0 && (versions[at] as Version).revision > revision) at -= 1;
      const { object, revision: since } = versions[at] ?? { object: undefined, revision: 0 };
      // Written past the API server, and no object.
      if (object?.metadata !== undefined) found.push({ object, revision: since });
    }
    return found;
  }
}
