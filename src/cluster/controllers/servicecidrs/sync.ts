// Models pkg/controller/servicecidrs/servicecidrs_controller.go sync, canDeleteCIDR (v1.36)

import { isFailure } from '../../../api/errors/status.ts';
import type { IPAddress, ServiceCIDR } from '../../../api/types/networking.ts';
import { isServiceAddress } from '../../../api/values/ip-address.ts';
import { parseTime, rfc3339 } from '../../../api/values/time.ts';
import { SECOND } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import type { RestClient, SharedInformer } from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { FINALIZER, RANGES, type ServiceCidr } from './objects.ts';
import { containing, contains } from './ranges.ts';

const MANAGER = 'service-cidr-controller';
/** So that everybody who gives addresses has heard of the deletion. */
const GRACE = 10 * SECOND;
const READY = { status: 'True', reason: '', message: 'Kubernetes Service CIDR is ready' };
const IN_USE = {
  status: 'False',
  reason: 'Terminating',
  message: 'There are still IPAddresses referencing the ServiceCIDR, please remove them or create a new ServiceCIDR',
};

interface Parts {
  readonly ranges: SharedInformer<ServiceCIDR>;
  readonly addresses: SharedInformer<IPAddress>;
  readonly client: RestClient;
}

/** A number: look again after so many microseconds. */
export function* syncRange(ctx: Context, parts: Parts, name: string): Process<boolean | number> {
  const range = parts.ranges.indexer.get(ctx, name) as ServiceCidr | undefined;
  if (range === undefined) return true;
  const isKept = range.metadata.finalizers?.includes(FINALIZER) === true;
  const deletedAt = parseTime(range.metadata.deletionTimestamp);
  if (deletedAt === undefined) {
    if (!isKept && !(yield* patch(ctx, parts, range, 'kept', { finalizers: [FINALIZER] }))) return false;
    return yield* say(ctx, parts, range, READY);
  }
  if (!isKept) return true;
  if (isNeeded(ctx, parts, range)) return yield* say(ctx, parts, range, IN_USE);
  const left = deletedAt + GRACE - ctx.wall;
  if (left > 0) return left;
  return yield* patch(ctx, parts, range, 'freed', { '$deleteFromPrimitiveList/finalizers': [FINALIZER] });
}

/** Addresses would be in no range without it. */
function isNeeded(ctx: Context, { ranges, addresses }: Parts, { metadata, spec }: ServiceCidr): boolean {
  const { cidrs = [] } = spec;
  const all = ranges.indexer.list(ctx) as readonly ServiceCidr[];
  const isOnly = (other: string): boolean =>
    containing(all, other).every((found) => found.metadata.name === metadata.name);
  if (!cidrs.some(isOnly)) return false;
  const given = addresses.indexer.list(ctx).filter(isServiceAddress);
  return given.some(({ metadata: { name = '' } }) => cidrs.some((cidr) => contains(cidr, name)) && isOnly(name));
}

function* patch(
  ctx: Context,
  { client }: Parts,
  range: ServiceCidr,
  outcome: string,
  metadata: object,
): Process<boolean> {
  const patching = ctx.step(upkeepSteps.addressRange, subjectOfObject(RANGES, range), { outcome });
  const change = { type: 'strategic', body: { metadata } } as const;
  const answer = yield* client.patch(patching, RANGES, undefined, range.metadata.name ?? '', change);
  return !isFailure(answer) || answer.reason === 'NotFound';
}

function* say(ctx: Context, { client }: Parts, range: ServiceCidr, verdict: typeof READY): Process<boolean> {
  const { status, reason, message } = verdict;
  const known = range.status?.conditions?.find(({ type }) => type === 'Ready');
  if (known?.status === status && (known.reason ?? '') === reason && known.message === message) return true;
  const outcome = status === 'True' ? 'ready' : 'needed';
  const saying = ctx.step(upkeepSteps.addressRange, subjectOfObject(RANGES, range), { outcome });
  const { name = '' } = range.metadata;
  const condition = { type: 'Ready', status, lastTransitionTime: rfc3339(ctx.wall), reason, message };
  const body = {
    kind: 'ServiceCIDR',
    apiVersion: 'networking.k8s.io/v1',
    metadata: { name },
    status: { conditions: [condition] },
  };
  const query = { fieldManager: MANAGER, force: 'true' };
  const answer = yield* client.patch(saying, RANGES, undefined, name, {
    type: 'apply',
    subresource: 'status',
    query,
    body,
  });
  return !isFailure(answer);
}
