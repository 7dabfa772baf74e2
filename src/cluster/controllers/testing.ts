import { allResources, resourceOf } from '../../api/scheme/scheme.ts';
import type { Deployment, ReplicaSet } from '../../api/types/apps.ts';
import type { KObject } from '../../api/types/meta.ts';
import { type Context, Engine } from '../../engine/index.ts';
import { clientgoSteps } from '../../steps/clientgo.ts';
import { controllersSteps } from '../../steps/controllers/controllers.ts';
import { daemonsetSteps } from '../../steps/controllers/daemonset.ts';
import { deploymentSteps } from '../../steps/controllers/deployment.ts';
import { garbageCollectorSteps } from '../../steps/controllers/garbage-collector.ts';
import { replicasetSteps } from '../../steps/controllers/replicaset.ts';
import { statefulsetSteps } from '../../steps/controllers/statefulset.ts';
import { upkeepSteps } from '../../steps/controllers/upkeep.ts';
import { kindsOf, type StepKind } from '../../steps/define.ts';
import { FakeApiServer } from '../clientgo/fake-api-server.ts';
import { NO_FAULTS } from '../ports/environment.ts';
import { type Latencies, realisticLatencies } from '../ports/latency.ts';
import { createControllerManager } from './manager.ts';

type Group = { readonly [name: string]: StepKind };

/** For tests: the controllers against a server that only keeps objects. */
export class ControllerBench {
  readonly engine: Engine;
  readonly server: FakeApiServer;

  constructor(latencies: Latencies = realisticLatencies, recording: 'full' | 'thin' = 'full') {
    const groups = [
      clientgoSteps,
      controllersSteps,
      deploymentSteps,
      garbageCollectorSteps,
      replicasetSteps,
      daemonsetSteps,
      statefulsetSteps,
      upkeepSteps,
    ];
    this.engine = new Engine({
      seed: 1,
      kinds: kindsOf(...(groups as Group[])),
      startTime: 1_795_227_768_000_000,
      recording,
      maxSteps: 1_000_000,
      freeze: recording === 'full',
    });
    const env = { engine: this.engine, latencies, faults: NO_FAULTS };
    this.server = new FakeApiServer(this.engine, 400);
    const collected = ['pods', 'configmaps'].map((name) => resourceOf(name));
    collected.push(...allResources().filter(({ group }) => group === 'apps'));
    const manager = createControllerManager(env, this.server, {
      credentials: () => ({}),
      rootCertificate: 'certificate',
      collected,
    });
    manager.start();
    this.run(1);
  }

  /** A step to act from, as a person's request is. */
  act(action: (ctx: Context) => void): void {
    this.engine.perform(() => {
      const args = { queue: '', key: '', again: false };
      action(this.engine.beginStory('kubectl', clientgoSteps.done, 'test', args));
    });
  }

  put(resource: string, object: KObject): void {
    this.act((ctx) => void this.server.put(ctx, resource, object));
  }

  run(seconds: number): void {
    const end = this.engine.now + seconds * 1_000_000;
    while ((this.engine.nextTime ?? Number.POSITIVE_INFINITY) <= end) this.engine.advance();
    this.engine.idleUntil(end);
  }

  settle(): void {
    while (!this.engine.quiescent && this.engine.advance()) {
      // until quiet
    }
  }

  /** `POST deployments 201`, … of one controller, events apart. */
  writes(controller: string): string[] {
    return this.server.writes
      .filter(({ user, path }) => user.endsWith(`:${controller}`) && !path.includes('/events'))
      .map(({ method, path, code }) => `${method} ${path.split('/').slice(-3).join('/')} ${code}`);
  }

  events(): string[] {
    return this.server.writes
      .filter(({ path }) => path.includes('/events'))
      .map(({ body }) => (body as { message: string }).message);
  }
}

export function nginx(replicas: number, image = 'nginx:1.27'): KObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'nginx',
      namespace: 'default',
      uid: 'd-uid',
      generation: 1,
      labels: { app: 'nginx' },
      creationTimestamp: '2026-11-21T02:22:48Z',
    },
    spec: {
      replicas,
      selector: { matchLabels: { app: 'nginx' } },
      template: {
        metadata: { labels: { app: 'nginx' } },
        spec: {
          containers: [
            {
              name: 'nginx',
              image,
              ports: [{ containerPort: 80, protocol: 'TCP' }],
              resources: {},
              terminationMessagePath: '/dev/termination-log',
              terminationMessagePolicy: 'File',
              imagePullPolicy: 'IfNotPresent',
            },
          ],
          restartPolicy: 'Always',
          terminationGracePeriodSeconds: 30,
          dnsPolicy: 'ClusterFirst',
          securityContext: {},
          schedulerName: 'default-scheduler',
        },
      },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    },
    status: {},
  };
}

export function makeReady(bench: ControllerBench): void {
  for (const pod of bench.server.all('pods')) {
    if ((pod.status as { phase?: string })?.phase !== undefined) continue;
    const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-11-21T02:22:49Z' }];
    bench.put('pods', {
      ...pod,
      spec: { ...(pod.spec as object), nodeName: 'n1' },
      status: { phase: 'Running', conditions },
    });
    bench.settle();
  }
}

export function change(bench: ControllerBench, spec: Partial<Deployment['spec']>): void {
  const d = bench.server.get('deployments', 'default/nginx') as Deployment;
  const generation = (d.metadata.generation ?? 0) + 1;
  bench.put('deployments', { ...d, metadata: { ...d.metadata, generation }, spec: { ...d.spec, ...spec } });
  bench.settle();
}

export function template(image: string): Deployment['spec']['template'] {
  return (nginx(1, image).spec as Deployment['spec']).template;
}

export function sizes(bench: ControllerBench): Record<string, number | undefined> {
  const sets = bench.server.all('replicasets') as readonly ReplicaSet[];
  return Object.fromEntries(sets.map(({ metadata, spec }) => [metadata.name?.slice(6) ?? '', spec.replicas]));
}
