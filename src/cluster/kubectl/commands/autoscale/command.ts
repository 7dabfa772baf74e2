// Models staging/src/k8s.io/kubectl/pkg/cmd/autoscale/autoscale.go (v1.36)

import type { KObject } from '../../../../api/types/meta.ts';
import { canonicalQuantity, isQuantity } from '../../../../api/values/quantity.ts';
import type { Process } from '../../../../engine/index.ts';
import type { Options } from '../../flags/options.ts';
import { showTyped } from '../../print/objects.ts';
import { type Failure, failure, isFailure } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import { resolveResource } from '../../targets/target.ts';
import { inAskedNamespace, saved } from '../../writing/asked-namespace.ts';
import { asFilesSay, type Fetched, visitTargets } from '../../writing/change.ts';
import { recorded } from '../../writing/record.ts';
import { create, dryRunOf, severalDocuments } from '../../writing/writing.ts';
import type { Command } from '../declaration.ts';

const FLAGS = '@print @files cpu dry-run:? field-manager max:j memory min:j name save-config:b record:b cpu-percent:j';
type Given = Options<typeof FLAGS>;

export function commands(): readonly Command[] {
  return [
    {
      name: 'autoscale',
      order: 11,
      group: 'change',
      does: 'lets an autoscaler change how many there are',
      usage: '(-f FILENAME | TYPE NAME | TYPE/NAME) [--min=MINPODS] --max=MAXPODS [--cpu=CPU] [--memory=MEMORY]',
      flags: FLAGS,
      defaults: { max: '-1', min: '-1' },
      deprecated: {
        'cpu-percent':
          "Use --cpu with percentage or resource quantity format (e.g., '70%' for utilization or '500m' for milliCPU).",
      },
      required: 'max',
      settles: 'dry run',
      run: autoscale,
    },
  ];
}

const SCALABLE = ['Deployment', 'ReplicaSet', 'StatefulSet', 'ReplicationController'];

function* autoscale(session: Session, words: readonly string[], options: Given): Process<number | Failure> {
  const max = Number(options.text('max') ?? '-1');
  const min = Number(options.text('min') ?? '-1');
  if (max < 1) return failure(`--max=MAXPODS is required and must be at least 1, max: ${max}`);
  if (max < min) return failure(`--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${max}, min: ${min}`);
  const metrics = metricsOf(options);
  if (isFailure(metrics)) return metrics;
  const dryRun = dryRunOf(session, options);
  if (isFailure(dryRun)) return dryRun;
  const scalers = yield* resolveResource(session, 'horizontalpodautoscalers');
  if (isFailure(scalers)) return scalers;
  severalDocuments(session);
  showTyped(session);
  const visit = function* (target: Fetched): Process<undefined | Failure> {
    const { kind } = target.resource;
    const isOwn = !target.resource.group.includes('.') || target.resource.group.endsWith('.k8s.io');
    if (!SCALABLE.includes(kind) && isOwn) {
      return failure(
        `cannot autoscale a ${kind}: could not find scale subresource for ${target.resource.group}/${target.resource.version}, Resource=${target.resource.resource} in discovery information`,
      );
    }
    const creation = {
      resource: scalers,
      namespace: session.namespace,
      query: [
        ...(dryRun === 'server' ? [['dryRun', 'All'] as const] : []),
        ['fieldManager', options.text('field-manager') ?? 'kubectl-autoscale'] as const,
      ],
      done: dryRun === 'client' ? 'created' : 'autoscaled',
    };
    const made = (scaler: KObject): KObject => {
      const object = recorded(session, inAskedNamespace(scaler, options));
      return dryRun === 'client' ? object : saved(object, options);
    };
    const object = made(scalerFor(target, options, metrics, min, max));
    const refused = yield* create(session, options, { ...creation, object });
    if (refused === undefined) return undefined;
    // What the newer version refuses is tried in the older one, which knows no more than a share of CPU.
    const why = newerAlone(options, metrics);
    if (why !== undefined) {
      return failure(
        `failed to create autoscaling/v2 HPA and the configuration is incompatible with autoscaling/v1: ${why}`,
      );
    }
    return yield* create(session, options, {
      ...creation,
      resource: { ...scalers, version: 'v1' },
      object: made(olderScalerFor(target, options, min, max)),
    });
  };
  return (yield* visitTargets(session, words, asFilesSay(options), visit)) ?? 0;
}

/** Why the older version is not tried. */
function newerAlone(options: Given, metrics: readonly Metric[]): string | undefined {
  if ((options.text('cpu') ?? '') === '') return 'empty input';
  const isShare = metrics[0]?.resource.target.type === 'Utilization' || options.text('cpu-percent') === '0';
  return isShare && (options.text('memory') ?? '') === '' ? undefined : '%!w(<nil>)';
}

interface Metric {
  readonly resource: {
    readonly name: string;
    readonly target: { readonly type: string; readonly averageUtilization?: number; readonly averageValue?: string };
  };
  readonly type: 'Resource';
}

/** What a number without a unit counts. */
const UNITS = [
  ['cpu', 'm'],
  ['memory', 'Mi'],
] as const;

function metricsOf(options: Given): readonly Metric[] | Failure {
  const share = Number(options.text('cpu-percent') ?? '-1');
  if (share > 0 && (options.text('cpu') ?? '') !== '') return failure('--cpu-percent and --cpu are mutually exclusive');
  const metrics: Metric[] = [];
  for (const [name, unit] of UNITS) {
    const text = options.text(name) ?? '';
    const target = text === '' ? shareOf(name === 'cpu' ? share : 0) : targetOf(text, name, unit);
    if (isFailure(target)) return target;
    if (target !== undefined) metrics.push({ resource: { name, target }, type: 'Resource' });
  }
  return metrics;
}

const shareOf = (share: number): Metric['resource']['target'] | undefined =>
  share > 0 ? { averageUtilization: share, type: 'Utilization' } : undefined;

const MOST = 2 ** 31 - 1;

function targetOf(text: string, name: string, unit: string): Metric['resource']['target'] | Failure {
  if (text.endsWith('%')) {
    const share = text.slice(0, -1);
    if (!/^[-+]?\d+$/.test(share) || Number(share) < 0 || Number(share) > MOST)
      return failure(`invalid percentage value: ${share}`);
    return { averageUtilization: Number(share), type: 'Utilization' };
  }
  const amount = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(text) ? `${Number(text)}${unit}` : text;
  if (!isQuantity(amount)) return failure(`invalid resource ${name} value: ${text}`);
  return { averageValue: canonicalQuantity(amount), type: 'AverageValue' };
}

const whatScales = ({ resource, name }: Fetched): object => ({
  apiVersion: resource.group === '' ? resource.version : `${resource.group}/${resource.version}`,
  kind: resource.kind,
  name,
});

/** Of the share that `--cpu` names the older version is not told: it takes what the server makes of none. */
function olderScalerFor(target: Fetched, options: Given, min: number, max: number): KObject {
  return {
    apiVersion: 'autoscaling/v1',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: options.text('name') || target.name },
    spec: {
      maxReplicas: max,
      ...(min > 0 ? { minReplicas: min } : {}),
      scaleTargetRef: whatScales(target),
      ...(options.text('cpu-percent') === '0' ? { targetCPUUtilizationPercentage: 0 } : {}),
    },
    status: { currentReplicas: 0, desiredReplicas: 0 },
  } as KObject;
}

function scalerFor(target: Fetched, options: Given, metrics: readonly Metric[], min: number, max: number): KObject {
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: { name: options.text('name') || target.name },
    spec: {
      maxReplicas: max,
      ...(metrics.length === 0 ? {} : { metrics }),
      ...(min > 0 ? { minReplicas: min } : {}),
      scaleTargetRef: whatScales(target),
    },
    status: { currentMetrics: null, desiredReplicas: 0 },
  } as KObject;
}
