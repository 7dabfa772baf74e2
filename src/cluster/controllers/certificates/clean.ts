// Models pkg/controller/certificates/cleaner/cleaner.go handle (v1.36)

import { parseTime } from '../../../api/values/time.ts';
import { DAY, HOUR } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import type { RestClient } from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { type Condition, REQUESTS, type SigningRequest } from './requests.ts';

export function* cleanRequests(ctx: Context, client: RestClient, requests: readonly SigningRequest[]): Process {
  for (const request of requests) {
    const why = reasonToGo(request, ctx.wall);
    if (why === undefined) continue;
    const cleaning = ctx.step(upkeepSteps.requestCleaned, subjectOfObject(REQUESTS, request), { why });
    yield* client.delete(cleaning, REQUESTS, undefined, request.metadata.name ?? '');
  }
}

/** Models isIssuedPastDeadline, isDeniedPastDeadline, isFailedPastDeadline and isPendingPastDeadline (v1.36) */
export function reasonToGo({ metadata, status = {} }: SigningRequest, now: number): string | undefined {
  const { conditions = [], certificate } = status;
  const isOld = (time: string | null | undefined, age: number): boolean => {
    const at = parseTime(time ?? undefined);
    return at !== undefined && now - at > age;
  };
  const past = (type: string): boolean =>
    conditions.some((condition: Condition) => condition.type === type && isOld(condition.lastUpdateTime, HOUR));
  if (certificate !== undefined && past('Approved')) return 'issued';
  if (past('Denied')) return 'denied';
  if (past('Failed')) return 'failed';
  return conditions.length === 0 && isOld(metadata.creationTimestamp, DAY) ? 'pending' : undefined;
}
