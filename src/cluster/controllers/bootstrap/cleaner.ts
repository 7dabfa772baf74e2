import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import { expiryOf, isBootstrapToken } from './tokens.ts';

const NAME = 'token-cleaner';
const SECRETS = resourceOf('secrets');

/**
 * Deletes bootstrap tokens when they expire.
 * Models pkg/controller/bootstrap/tokencleaner.go (v1.36)
 */
export class TokenCleaner extends QueueController {
  private readonly secrets = this.runtime.informers.informer(SECRETS);

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: 'token_cleaner' });
    this.follow(this.secrets, isBootstrapToken);
  }

  protected *sync(ctx: Context, key: string): Process<boolean> {
    const secret = this.secrets.indexer.get(ctx, key);
    if (secret === undefined) return true;
    const left = expiryOf(secret) - ctx.wall;
    if (left > 0) {
      if (Number.isFinite(left)) this.queue.addAfter(ctx, key, left);
      return true;
    }
    const { namespace, name = '', uid } = secret.metadata;
    const cleaning = ctx.step(upkeepSteps.tokenExpired, subjectOfObject(SECRETS, secret));
    // One that is gone, or another of its name, is left alone, and what fails is not tried again.
    yield* this.client.delete(
      cleaning,
      SECRETS,
      namespace,
      name,
      uid === undefined ? undefined : { preconditions: { uid } },
    );
    return true;
  }
}
