import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import { objectKey } from '../../clientgo/index.ts';
import { subjectOfObject } from '../../ports/subject.ts';
import { type ControllerRuntime, QueueController } from '../shared/runtime.ts';
import { detachedSignature } from './signature.ts';
import { isBootstrapToken, signingToken } from './tokens.ts';

const NAME = 'bootstrap-signer';
const KEY = 'kube-public/cluster-info';
const PREFIX = 'jws-kubeconfig-';
const CONFIG_MAPS = resourceOf('configmaps');

/**
 * Signs what a new node reads of the cluster before it can trust anybody, with each token that a node may bring.
 * Models pkg/controller/bootstrap/bootstrapsigner.go (v1.36)
 */
export class BootstrapSigner extends QueueController {
  private readonly secrets = this.runtime.informers.informer(resourceOf('secrets'));
  private readonly configMaps = this.runtime.informers.informer(CONFIG_MAPS);

  constructor(runtime: ControllerRuntime) {
    super(runtime, NAME, { queue: 'bootstrap_signer_queue' });
    const poke = (ctx: Context): void => this.queue.add(ctx, KEY);
    this.follow(this.configMaps, (object) => objectKey(object) === KEY);
    this.secrets.addHandler(NAME, { filter: isBootstrapToken, onAdd: poke, onUpdate: poke, onDelete: poke });
  }

  protected *sync(ctx: Context, key: string): Process<boolean> {
    const info = this.configMaps.indexer.get(ctx, key);
    const before = info?.data ?? {};
    const content = before.kubeconfig;
    if (info === undefined || content === undefined) return true;
    const rest = Object.entries(before).filter(([name]) => !name.startsWith(PREFIX));
    const signatures = this.signatures(ctx, content);
    const data = Object.fromEntries([...rest, ...signatures]);
    const isSame = ([name, value]: readonly [string, string]): boolean => before[name] === value;
    if (Object.keys(data).length === Object.keys(before).length && Object.entries(data).every(isSame)) return true;
    const signing = ctx.step(upkeepSteps.clusterInfoSigned, subjectOfObject(CONFIG_MAPS, info), {
      tokens: signatures.length,
    });
    // Who wrote in between makes the cache tell of it; after anything else it stays as it is until something changes.
    yield* this.client.update(signing, CONFIG_MAPS, { ...info, data });
    return true;
  }

  private signatures(ctx: Context, content: string): readonly (readonly [string, string])[] {
    const secrets = this.secrets.indexer.list(ctx, 'kube-system').filter(isBootstrapToken);
    return secrets.flatMap((secret) => {
      const token = signingToken(secret, ctx.wall);
      return token === undefined ? [] : [[PREFIX + token.id, detachedSignature(content, token.id, token.key)] as const];
    });
  }
}
