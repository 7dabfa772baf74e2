// Models pkg/controller/endpointslicemirroring/endpointslicemirroring_controller.go syncEndpoints and reconciler.go finalize (v1.36)

import { isFailure, isNamespaceTerminating } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Endpoints } from '../../../api/types/core.ts';
import type { EndpointSlice } from '../../../api/types/discovery.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { isMirrored, MOST_ADDRESSES, SLICE_INDEX, selects } from './names.ts';
import type { MirrorParts } from './parts.ts';
import { planMirror } from './plan.ts';

const ENDPOINTS = resourceOf('endpoints');
const SLICES = resourceOf('endpointslices', 'discovery.k8s.io');

export function* syncMirror(ctx: Context, parts: MirrorParts, key: string): Process<boolean> {
  const endpoints = parts.endpoints.indexer.get(ctx, key);
  const service = parts.services.indexer.get(ctx, key);
  const slices = parts.slices.indexer.byIndex(ctx, SLICE_INDEX, key);
  if (endpoints === undefined || !isMirrored(endpoints) || service === undefined || selects(service)) {
    parts.tracker.forget(key);
    return yield* removeAll(ctx, parts, key, slices);
  }
  if (parts.tracker.isStale(key, slices)) return false;
  const plan = planMirror(endpoints, slices);
  tellLeftOut(ctx, parts, endpoints, plan.invalid, plan.skipped);
  const { create, update, remove } = plan;
  if (create.length + update.length + remove.length === 0) return true;
  const args = { created: create.length, updated: update.length, deleted: remove.length };
  const mirroring = ctx.step(upkeepSteps.mirrored, subjectOfObject(ENDPOINTS, endpoints), args);
  if (endpoints.metadata.deletionTimestamp === undefined) {
    for (const slice of create) if (!(yield* write(mirroring, parts, key, slice, true))) return false;
  }
  for (const slice of update) if (!(yield* write(mirroring, parts, key, slice, false))) return false;
  return yield* removeSlices(mirroring, parts, key, remove);
}

function* removeAll(ctx: Context, parts: MirrorParts, key: string, slices: readonly EndpointSlice[]): Process<boolean> {
  if (slices.length === 0) return true;
  const args = { created: 0, updated: 0, deleted: slices.length };
  return yield* removeSlices(ctx.step(upkeepSteps.mirrored, `endpoints/${key}`, args), parts, key, slices);
}

function* removeSlices(
  ctx: Context,
  parts: MirrorParts,
  key: string,
  slices: readonly EndpointSlice[],
): Process<boolean> {
  for (const slice of slices) {
    const { namespace, name = '' } = slice.metadata;
    const answer = yield* parts.client.delete(ctx, SLICES, namespace, name);
    if (isFailure(answer) && answer.reason !== 'NotFound') return false;
    parts.tracker.deleted(key, slice);
  }
  return true;
}

function* write(ctx: Context, parts: MirrorParts, key: string, slice: EndpointSlice, isNew: boolean): Process<boolean> {
  const answer = isNew
    ? yield* parts.client.create(ctx, SLICES, slice.metadata.namespace, slice)
    : yield* parts.client.update(ctx, SLICES, slice);
  if (isFailure(answer)) return isNamespaceTerminating(answer);
  parts.tracker.wrote(key, answer as KObject);
  return true;
}

function tellLeftOut(
  ctx: Context,
  { recorder }: MirrorParts,
  endpoints: Endpoints,
  invalid: number,
  skipped: number,
): void {
  if (invalid > 0) {
    const message = `Skipped ${invalid} invalid IP addresses when mirroring to EndpointSlices`;
    recorder.event(ctx, endpoints, 'Warning', 'InvalidIPAddress', message);
  }
  if (skipped > invalid) {
    const message = `A max of ${MOST_ADDRESSES} addresses can be mirrored to EndpointSlices per Endpoints subset. ${skipped} addresses were skipped`;
    recorder.event(ctx, endpoints, 'Warning', 'TooManyAddressesToMirror', message);
  }
}
