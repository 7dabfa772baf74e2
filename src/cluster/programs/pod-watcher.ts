// Models staging/src/k8s.io/client-go/examples/workqueue/main.go (v1.36) with handlers that print

import { resourceOf } from '../../api/scheme/scheme.ts';
import type { KObject } from '../../api/types/meta.ts';
import { SECOND } from '../../base/time/units.ts';
import type { Context, Process } from '../../engine/index.ts';
import { programSteps as steps } from '../../steps/programs.ts';
import { objectKey, RestClient, type SharedInformer, SharedInformerFactory } from '../clientgo/index.ts';
import { subjectOf } from '../ports/subject.ts';
import { flagOf, type ProgramWorld, valuesAt } from './program.ts';

const USUAL_RESYNC = 10;

/**
 * A factory, an informer of Pods, three handlers and a resync period.
 * `--resync=10s`, `--namespace=NAME`, `--index=byNode=spec.nodeName`
 */
export function startPodWatcher(ctx: Context, world: ProgramWorld): () => void {
  const { env, transport, name, credentials, args } = world;
  const userAgent = `${name}/v0.0.0 (linux/amd64) kubernetes/$Format`;
  const client = new RestClient(env, transport, { userAgent, credentials, qps: 5, burst: 10 });
  const factory = new SharedInformerFactory(env, name, client);
  const pods = resourceOf('pods');
  const namespace = flagOf(args, 'namespace');
  const informer = factory.informer(pods, namespace === undefined ? {} : { namespace });
  const [index = '', path] = (flagOf(args, 'index') ?? '').split('=');
  if (path !== undefined) informer.addIndexers({ [index]: (object) => valuesAt(object, path) });
  const said = (from: Context, event: string, object: KObject, printed: string): void => {
    from.step(steps.handled, subjectOf(pods, object.metadata.namespace, object.metadata.name ?? ''), {
      event,
      printed,
    });
    world.write(printed);
  };
  informer.addHandler(name, {
    onAdd: (from, object) => said(from, 'OnAdd', object, `add ${objectKey(object)}`),
    onUpdate: (from, before, after) =>
      said(from, 'OnUpdate', after, `update ${objectKey(after)} ${changed(before, after)}`),
    onDelete: (from, object) => said(from, 'OnDelete', object, `delete ${objectKey(object)}`),
  });
  let isRunning = true;
  function* run(): Process {
    const waiting = ctx.step(steps.waitsForCache, `informer/${name}`, { resource: 'pods' });
    informer.blame(waiting);
    factory.start(waiting);
    yield* informer.waitForSync();
    if (!isRunning) return;
    const objects = informer.indexer.list(waiting).length;
    const synced = waiting.step(steps.cacheSynced, `informer/${name}`, { resource: 'pods', objects });
    world.write(`cache is synced: ${objects} pods`);
    resyncAgain(synced, informer);
  }
  const seconds = Number.parseInt(flagOf(args, 'resync') ?? '', 10) || USUAL_RESYNC;
  function resyncAgain(from: Context, of: SharedInformer): void {
    // Only waits: the cluster is at rest between two of them.
    from.after(
      seconds * SECOND,
      () => {
        if (!isRunning) return;
        const own = from.step(steps.resynced, `informer/${name}`, { objects: of.indexer.list(from).length, seconds });
        of.resync(own);
        resyncAgain(own, of);
      },
      true,
    );
  }
  env.engine.spawn(run());
  return () => {
    isRunning = false;
    factory.stop();
  };
}

function changed(before: KObject, after: KObject): string {
  const [old, now] = [before.metadata.resourceVersion ?? '', after.metadata.resourceVersion ?? ''];
  return old === now ? `(resync, still ${now})` : `(${old} -> ${now})`;
}
