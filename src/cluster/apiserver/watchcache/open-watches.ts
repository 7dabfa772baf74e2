import type { Status } from '../../../api/errors/status.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Random, Table } from '../../../engine/index.ts';
import type { Environment } from '../../ports/environment.ts';
import { draw } from '../../ports/latency.ts';
import type { WatchStream } from '../../ports/transport.ts';
import { EVERYTHING } from './filter.ts';
import { WATCHES_TABLE, type WatchRow } from './rows.ts';
import { ServerWatch } from './server-watch.ts';

/** The watches that clients have open, and what is drawn for them. */
// Models staging/src/k8s.io/apiserver/pkg/endpoints/handlers/{get,watch}.go (v1.36)
export class OpenWatches {
  readonly table: Table<WatchRow>;
  readonly random: Random;
  private count = 0;

  constructor(
    private readonly env: Environment,
    private readonly background: Context,
  ) {
    this.random = env.engine.random('kube-apiserver/watches');
    this.table = env.engine.table(WATCHES_TABLE);
  }

  nextName(): string {
    this.count += 1;
    return String(this.count);
  }

  /** The server ends every watch after a while; clients begin another. */
  expire(watch: ServerWatch, seconds: number): void {
    this.background.after(seconds * SECOND, () => watch.close(this.background), true);
  }

  /** A stream whose first and last word is an error. */
  withError(ctx: Context, status: Status): WatchStream {
    const latency = (): number => draw(this.random, this.env.latencies.network);
    const watch = new ServerWatch(ctx, '', {
      filter: EVERYTHING,
      bookmarks: false,
      present: (object) => object,
      bookmark: (revision) => revision,
      latency,
      onEnd: () => undefined,
      dropped: () => false,
    });
    watch.send('ERROR', status, ctx);
    watch.close(ctx);
    return watch;
  }
}
