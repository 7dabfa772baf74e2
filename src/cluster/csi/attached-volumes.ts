// Models pkg/controller/volume/attachdetach/{reconciler/reconciler,statusupdater/node_status_updater}.go (v1.36)

import { resourceOf } from '../../api/scheme/scheme.ts';
import type { Node } from '../../api/types/core.ts';
import { present } from '../../base/assert.ts';
import { compareStrings } from '../../base/order.ts';
import { MINUTE } from '../../base/time/units.ts';
import type { Context, Process } from '../../engine/index.ts';
import { csi as kinds } from '../../steps/csi.ts';
import type { RestClient, SharedInformer } from '../clientgo/index.ts';
import { attachedName } from '../ports/attachment.ts';
import { subjectOf } from '../ports/subject.ts';

const NODES = present(resourceOf('nodes'), 'nodes');
const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service';
/** So long a node that does not answer keeps its volumes: `--attach-detach-reconcile-max-wait-for-unmount-duration`. */
const LONGEST_WAIT = 6 * MINUTE;

export interface Held {
  readonly node: string;
  readonly volume: string;
  readonly driver: string;
  readonly handle: string;
}

/** What Nodes say of volumes: which of them are in use, and which are attached. */
export class AttachedVolumes {
  /** Since when nobody wants a volume on a node any more, by `node/volume`. */
  private readonly unwanted = new Map<string, number>();

  constructor(
    private readonly nodes: SharedInformer<Node>,
    private readonly client: RestClient,
  ) {}

  wanted(key: string): void {
    this.unwanted.delete(key);
  }

  /** How long a volume stays attached, in microseconds: until its node says that it is unmounted, or has been silent for long. */
  staysFor(ctx: Context, key: string, held: Held): number {
    const node = this.nodes.indexer.get(ctx, held.node);
    const isInUse = node?.status?.volumesInUse?.includes(attachedName(held.driver, held.handle)) === true;
    const since = this.unwanted.get(key) ?? ctx.now;
    this.unwanted.set(key, since);
    if (!isInUse || node.spec?.taints?.some((taint) => taint.key === OUT_OF_SERVICE) === true) return 0;
    const isHealthy = node.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');
    const left = isHealthy === true ? LONGEST_WAIT : since + LONGEST_WAIT - ctx.now;
    const { volume, node: name } = held;
    const subject = subjectOf(NODES, undefined, name);
    if (left > 0) ctx.step(kinds.stillInUse, subject, { volume });
    else ctx.step(kinds.forcedOff, subject, { volume });
    return Math.max(0, left);
  }

  /** Writes into the Node's status which volumes are attached. */
  *tell(ctx: Context, { node: name, driver, handle }: Held, isAttached: boolean): Process {
    const node = this.nodes.indexer.get(ctx, name);
    if (node === undefined) return;
    const unique = attachedName(driver, handle);
    const before = node.status?.volumesAttached ?? [];
    if (before.some((each) => each.name === unique) === isAttached) return;
    const others = before.filter((each) => each.name !== unique);
    const all = isAttached ? [...others, { devicePath: '', name: unique }] : others;
    const volumesAttached = [...all].sort((a, b) => compareStrings(a.name, b.name));
    const body = { status: { volumesAttached: all.length === 0 ? null : volumesAttached } };
    const change = { type: 'strategic', body, subresource: 'status' } as const;
    yield* this.client.patch(ctx, NODES, undefined, name, change);
  }
}

/** Something on a Node that decides about its volumes has changed. */
export function concernsVolumes(before: Node, after: Node): boolean {
  const readiness = ({ status }: Node): string | undefined =>
    status?.conditions?.find(({ type }) => type === 'Ready')?.status;
  return (
    before.status?.volumesInUse !== after.status?.volumesInUse ||
    before.spec?.taints !== after.spec?.taints ||
    readiness(before) !== readiness(after)
  );
}
