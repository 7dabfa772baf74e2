// Models staging/src/k8s.io/kubectl/pkg/cmd/autoscale/autoscale.go (v1.36)

import type { KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { type Failure, failure, isFailure } from '../errors.ts';
import { showTyped } from '../print/objects.ts';
import { recorded } from '../record.ts';
import type { Session } from '../session.ts';
import { resolveResource } from '../target.ts';
import { create, dryRunOf, severalDocuments } from '../writing.ts';
import { asFilesSay, type Fetched, visitTargets } from './change.ts';

const SCALABLE = ['Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController'];

export function* autoscale(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const max = Number(options.text('max') ?? '-1');
  const min = Number(options.text('min') ?? '-1');
  if (!options.has('max')) return failure('required flag(s) "max" not set');
  if (max < 1) return failure(`--max=MAXPODS is required and must be at least 1, max: ${max}`);
  if (max < min) return failure(`--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${max}, min: ${min}`);
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const scalers = yield* resolveResource(session, 'horizontalpodautoscalers');
  if (isFailure(scalers)) return scalers;
  severalDocuments(session);
  showTyped(session);
  const visit = function* (target: Fetched): Process<undefined | Failure> {
    const { kind } = target.resource;
    if (!SCALABLE.includes(kind) && !target.resource.group.includes('.')) {
      return failure(
        `cannot autoscale a ${kind}: could not find scale subresource for ${target.resource.group}/${target.resource.version}, Resource=${target.resource.resource} in discovery information`,
      );
    }
    const result = yield* create(session, options, {
      resource: scalers,
      namespace: session.namespace,
      object: recorded(session, scalerFor(target, options, min, max)),
      query: [
        ...(dryRun === 'server' ? [['dryRun', 'All'] as const] : []),
        ['fieldManager', options.text('field-manager') ?? 'kubectl-autoscale'],
      ],
      done: dryRun === 'client' ? 'created' : 'autoscaled',
    });
    if (result !== undefined) {
      // What the newer version refuses is tried in the older one, which knows no more than a share of CPU.
      if (options.has('cpu')) return result;
      return failure(
        'failed to create autoscaling/v2 HPA and the configuration is incompatible with autoscaling/v1: empty input',
      );
    }
    return undefined;
  };
  return (yield* visitTargets(session, words, asFilesSay(options), visit)) ?? 0;
}

function scalerFor({ resource, name }: Fetched, options: Options, min: number, max: number): KObject {
  const metrics = ['cpu', 'memory'].flatMap((what) => {
    const text = options.text(what) ?? '';
    if (text === '') return [];
    const share = /^(\d+)%?$/.exec(text);
    const target =
      share !== null && (text.endsWith('%') || what === 'cpu')
        ? { averageUtilization: Number(share[1]), type: 'Utilization' }
        : { averageValue: text, type: 'AverageValue' };
    return [{ resource: { name: what, target }, type: 'Resource' }];
  });
  const apiVersion = resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: options.text('name') || name },
    spec: {
      maxReplicas: max,
      ...(metrics.length === 0 ? {} : { metrics }),
      ...(min > 0 ? { minReplicas: min } : {}),
      scaleTargetRef: { apiVersion, kind: resource.kind, name },
    },
    status: { currentMetrics: null, desiredReplicas: 0 },
  } as unknown as KObject;
}
