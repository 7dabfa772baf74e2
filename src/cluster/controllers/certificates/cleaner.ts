import { parseTime } from '../../../api/time.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/upkeep.ts';
import type { RestClient, SharedInformer } from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import type { Controller, ControllerRuntime } from '../shared/runtime.ts';
import { type Condition, REQUESTS, type SigningRequest } from './requests.ts';

const NAME = 'csrcleaner';
const HOUR = 3_600_000_000;
const DAY = 24 * HOUR;

/**
 * Deletes signing requests that are over, or that nobody decided for a day, once an hour.
 * Models pkg/controller/certificates/cleaner/cleaner.go (v1.36). Whether an issued certificate has expired is not looked at:
 * the request is gone an hour after its approval anyway.
 */
export class CertificateCleaner implements Controller {
  readonly name = NAME;
  private readonly requests: SharedInformer;
  private readonly client: RestClient;

  constructor(private readonly runtime: ControllerRuntime) {
    this.client = runtime.client('certificate-controller');
    this.requests = runtime.informers.informer(REQUESTS);
  }

  start(): void {
    this.runtime.env.engine.spawn(this.rounds(this.runtime.env.engine.background(NAME)));
  }

  private *rounds(base: Context): Process {
    for (;;) {
      for (const object of this.requests.indexer.list(base)) {
        const request = object as SigningRequest;
        const why = reasonToGo(request, base.now);
        if (why === undefined) continue;
        const cleaning = base.step(upkeepSteps.requestCleaned, subjectOfObject(REQUESTS, request), { why });
        yield* this.client.delete(cleaning, REQUESTS, undefined, request.metadata.name ?? '');
      }
      yield base.sleep(HOUR);
    }
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
