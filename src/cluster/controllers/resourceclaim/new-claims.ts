// Models pkg/controller/resourceclaim/controller.go handleClaim (v1.36)

import { claimOfPod, notOwnClaim } from '../../../api/devices/resource-claims.ts';
import { isFailure } from '../../../api/errors/status.ts';
import { resourceOf } from '../../../api/scheme/scheme.ts';
import type { Pod, PodResourceClaim } from '../../../api/types/core.ts';
import type { KObject } from '../../../api/types/meta.ts';
import type { ResourceClaim, ResourceClaimTemplate } from '../../../api/types/resource.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { upkeepSteps } from '../../../steps/controllers/upkeep.ts';
import type { FreshObjects } from '../../clientgo/fresh-objects.ts';
import type { EventRecorder, RestClient, SharedInformer } from '../../clientgo/index.ts';
import { subjectOf } from '../../ports/subject.ts';

const CLAIMS = resourceOf('resourceclaims', 'resource.k8s.io');
const PODS = resourceOf('pods');
/** Which entry of the Pod a claim was made for. */
const POD_CLAIM = 'resource.kubernetes.io/pod-claim-name';
const LONGEST_BASE = 57;

export interface ClaimParts {
  readonly claims: FreshObjects<ResourceClaim>;
  readonly templates: SharedInformer<ResourceClaimTemplate>;
  readonly pods: SharedInformer<Pod>;
  readonly client: RestClient;
  readonly recorder: EventRecorder;
  readonly gone: ReadonlySet<string>;
}

interface NewClaim {
  readonly name: string;
  readonly resourceClaimName: string;
}

/** The claims that a Pod has got besides those that it knows of; undefined: one could not be made. */
export function* newClaims(ctx: Context, parts: ClaimParts, pod: Pod): Process<readonly NewClaim[] | undefined> {
  const made: NewClaim[] = [];
  for (const entry of pod.spec.resourceClaims ?? []) {
    const template = entry.resourceClaimTemplateName;
    if (template === undefined || isThere(ctx, parts, pod, entry)) continue;
    const { namespace, name = '' } = pod.metadata;
    const orphan = orphanOf(ctx, parts, pod, entry);
    const looked = ctx.step(upkeepSteps.deviceClaim, subjectOf(PODS, namespace, name), { claim: entry.name, template });
    const claim = orphan ?? (yield* make(looked, parts, pod, entry, template));
    if (typeof claim === 'string') {
      const message = `PodResourceClaim ${entry.name}: ${claim}`;
      parts.recorder.event(looked, pod, 'Warning', 'FailedResourceClaimCreation', message);
      return undefined;
    }
    made.push({ name: entry.name, resourceClaimName: claim.metadata.name ?? '' });
  }
  return made;
}

function isThere(ctx: Context, { claims }: ClaimParts, pod: Pod, entry: PodResourceClaim): boolean {
  const of = claimOfPod(pod, entry);
  if (typeof of === 'string') return false;
  if (of.name === undefined) return true;
  const claim = claims.get(ctx, `${pod.metadata.namespace}/${of.name}`);
  return claim !== undefined && notOwnClaim(pod, claim) === undefined;
}

/** One that was made while the Pod could not be told. */
function orphanOf(
  ctx: Context,
  { claims }: ClaimParts,
  pod: Pod,
  { name }: PodResourceClaim,
): ResourceClaim | undefined {
  return claims
    .list(ctx)
    .find(
      (claim) =>
        claim.metadata.namespace === pod.metadata.namespace &&
        claim.metadata.annotations?.[POD_CLAIM] === name &&
        notOwnClaim(pod, claim) === undefined,
    );
}

function* make(
  ctx: Context,
  { templates, client, claims }: ClaimParts,
  pod: Pod,
  entry: PodResourceClaim,
  template: string,
): Process<ResourceClaim | string> {
  const { namespace, name = '', uid } = pod.metadata;
  const found = templates.indexer.get(ctx, `${namespace}/${template}`);
  if (found === undefined) {
    return `resource claim template "${template}": resourceclaimtemplate.resource.k8s.io "${template}" not found`;
  }
  const { metadata, spec } = found.spec;
  const body = {
    kind: 'ResourceClaim',
    apiVersion: 'resource.k8s.io/v1',
    metadata: {
      generateName: baseName(name, entry.name),
      ...(metadata?.labels && { labels: metadata.labels }),
      annotations: { ...metadata?.annotations, [POD_CLAIM]: entry.name },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name, uid, controller: true, blockOwnerDeletion: true }],
    },
    spec,
    status: {},
  };
  const answer = yield* client.create(ctx, CLAIMS, namespace, body as KObject);
  if (isFailure(answer)) return `create ResourceClaim : ${answer.message}`;
  claims.wrote(answer);
  return answer;
}

/** Both names are cut in proportion, so that neither is lost. */
function baseName(pod: string, claim: string): string {
  const whole = `${pod}-${claim}-`;
  if (whole.length <= LONGEST_BASE) return whole;
  const cut = (text: string): string => text.slice(0, Math.trunc((text.length * LONGEST_BASE) / whole.length));
  return `${cut(pod)}-${cut(claim)}`;
}
