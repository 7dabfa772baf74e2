import type { CertificateSigningRequest } from '../../../api/types/certificates.ts';
import { HOUR } from '../../../base/time/units.ts';
import type { Context, Process } from '../../../engine/index.ts';
import type { RestClient, SharedInformer } from '../../clientgo/index.ts';
import type { Controller, ControllerRuntime } from '../shared/runtime.ts';
import { cleanRequests } from './clean.ts';
import { REQUESTS, type SigningRequest } from './requests.ts';

const NAME = 'csrcleaner';

/**
 * Deletes signing requests that are over, or that nobody decided for a day, once an hour.
 * Models pkg/controller/certificates/cleaner/cleaner.go (v1.36). Whether an issued certificate has expired is not looked at:
 * the request is gone an hour after its approval anyway.
 */
export class CertificateCleaner implements Controller {
  readonly name = NAME;
  private readonly requests: SharedInformer<CertificateSigningRequest>;
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
      const requests = this.requests.indexer.list(base) as readonly SigningRequest[];
      if (requests.length > 0) yield* cleanRequests(base, this.client, requests);
      yield base.sleep(HOUR);
    }
  }
}
