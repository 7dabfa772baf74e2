// Models staging/src/k8s.io/sample-controller/controller.go (v1.36) for a kind of this project's own

import { isStatus } from '../../api/errors/status.ts';
import { type ResourceInfo, resourceOf } from '../../api/scheme/scheme.ts';
import type { KObject } from '../../api/types/meta.ts';
import { present } from '../../base/assert.ts';
import type { Context, Process } from '../../engine/index.ts';
import { programSteps as steps } from '../../steps/programs.ts';
import { EventRecorder, objectKey, RestClient, SharedInformerFactory, WorkQueue, worker } from '../clientgo/index.ts';
import { subjectOf } from '../ports/subject.ts';
import type { ProgramWorld } from './program.ts';

const GROUP = 'media.example.com';

/** As a client knows it that was written for it. */
const VIDEO_PROCESSORS: ResourceInfo = {
  group: GROUP,
  version: 'v1',
  resource: 'videoprocessors',
  singular: 'videoprocessor',
  kind: 'VideoProcessor',
  namespaced: true,
  shortNames: ['vp'],
  categories: [],
  verbs: [],
  subresources: [],
  storagePrefix: `/registry/${GROUP}/videoprocessors`,
  custom: true,
};

interface VideoProcessor extends KObject {
  readonly spec?: { readonly source?: string; readonly resolution?: string };
  readonly status?: { readonly phase?: string; readonly workers?: number };
}

interface DeploymentView extends KObject {
  readonly spec?: { readonly replicas?: number };
  readonly status?: { readonly readyReplicas?: number };
}

/** The finer the picture, the more workers. */
const WORKERS: { readonly [resolution: string]: number } = { '480p': 1, '720p': 1, '1080p': 2, '2160p': 3 };
const IMAGE = 'registry.example/video-worker:1.0';

/** For each VideoProcessor a Deployment of workers, and in its status how many of them are ready. */
export function startVideoOperator(ctx: Context, world: ProgramWorld): () => void {
  const { env, transport, credentials, write } = world;
  const name = 'video-operator';
  const userAgent = `${name}/v1.0.0 (linux/amd64) kubernetes/$Format`;
  const client = new RestClient(env, transport, { userAgent, credentials, qps: 20, burst: 30 });
  const factory = new SharedInformerFactory(env, world.name, client);
  const deployments = present(resourceOf('deployments', 'apps'), 'deployments');
  const videos = factory.informer(VIDEO_PROCESSORS);
  const owned = factory.informer(deployments);
  const queue = new WorkQueue(env, world.name, world.name);
  const recorder = new EventRecorder(env, client, { component: name }, 'core/v1');
  const add = (from: Context, object: KObject): void => queue.add(from, objectKey(object));
  videos.addHandler(world.name, { onAdd: add, onUpdate: (from, _, after) => add(from, after), onDelete: add });
  const addOwner = (from: Context, object: KObject): void => {
    const owner = object.metadata.ownerReferences?.find(({ controller }) => controller === true);
    if (owner?.kind === 'VideoProcessor') queue.add(from, `${object.metadata.namespace}/${owner.name}`);
  };
  owned.addHandler(world.name, {
    onAdd: addOwner,
    onUpdate: (from, _, after) => addOwner(from, after),
    onDelete: addOwner,
  });

  function* reconcile(from: Context, key: string): Process<boolean> {
    const [namespace = '', video = ''] = key.split('/');
    const subject = subjectOf(VIDEO_PROCESSORS, namespace, video);
    const found = videos.indexer.get(from, key) as VideoProcessor | undefined;
    if (found === undefined) return true; // its Deployment goes with it: the garbage collector sees to that
    const workers = owned.indexer.get(from, `${key}-worker`) as DeploymentView | undefined;
    const wanted = WORKERS[found.spec?.resolution ?? ''] ?? 1;
    const ready = workers?.status?.readyReplicas ?? 0;
    const made = workers !== undefined;
    const right = workers?.spec?.replicas === wanted;
    const status = { phase: !made ? 'Pending' : ready >= wanted ? 'Running' : 'Starting', workers: ready };
    const told = found.status?.phase === status.phase && (found.status.workers ?? 0) === ready;
    const action = !made ? 'create' : !right ? 'scale' : told ? 'nothing' : 'status';
    const own = from.as(world.name).step(steps.reconciled, subject, { wanted, running: ready, action });
    if (action === 'create') {
      const answer = yield* client.create(own, deployments, namespace, deploymentFor(found, wanted));
      if (isStatus(answer)) return answer.reason === 'AlreadyExists';
      write(`created deployment ${key}-worker`);
      recorder.event(own, found, 'Normal', 'Created', `Created Deployment ${video}-worker with ${wanted} replicas`);
      return yield* setStatus(own, found, status);
    }
    if (action === 'scale') {
      const patch = { type: 'merge' as const, body: { spec: { replicas: wanted } } };
      const answer = yield* client.patch(own, deployments, namespace, `${video}-worker`, patch);
      if (isStatus(answer)) return false;
      write(`scaled deployment ${key}-worker to ${wanted}`);
      return true;
    }
    return action === 'nothing' || (yield* setStatus(own, found, status));
  }

  function* setStatus(from: Context, video: VideoProcessor, status: object): Process<boolean> {
    const body = { ...video, status } as KObject;
    const answer = yield* client.update(from, VIDEO_PROCESSORS, body, { subresource: 'status' });
    // Somebody was quicker: the next look starts from what they wrote.
    return !isStatus(answer) || answer.reason === 'NotFound';
  }

  function* run(): Process {
    const waiting = ctx.step(steps.waitsForCache, `informer/${world.name}`, { resource: 'videoprocessors' });
    videos.blame(waiting);
    owned.blame(waiting);
    factory.start(waiting);
    yield* videos.waitForSync();
    yield* owned.waitForSync();
    const objects = videos.indexer.list(waiting).length;
    waiting.step(steps.cacheSynced, `informer/${world.name}`, { resource: 'videoprocessors', objects });
    write(`caches are synced: ${objects} videoprocessors`);
    env.engine.spawn(worker(queue, reconcile));
  }
  env.engine.spawn(run());
  return () => factory.stop();
}

function deploymentFor({ metadata, spec }: VideoProcessor, replicas: number): KObject {
  const name = `${metadata.name}-worker`;
  const labels = { app: name };
  const owner = {
    apiVersion: `${GROUP}/v1`,
    kind: 'VideoProcessor',
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    controller: true,
    blockOwnerDeletion: true,
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: metadata.namespace, labels, ownerReferences: [owner] },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'worker', image: IMAGE, args: [`--source=${spec?.source ?? ''}`] }] },
      },
    },
  } as KObject;
}
