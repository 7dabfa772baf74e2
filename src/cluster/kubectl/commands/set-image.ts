import { createTwoWayPatch } from '../../../api/patch/strategic-merge-patch.ts';
import type { JsonObject, KObject } from '../../../api/types/meta.ts';
import type { Process } from '../../../engine/index.ts';
import type { Options } from '../argv.ts';
import { type Failure, failure, isFailure } from '../errors.ts';
import type { Session } from '../session.ts';
import { NOTHING_NAMED } from '../target.ts';
import { fetchTargets, STRATEGIC, sendChange } from './change.ts';

/** Models staging/src/k8s.io/kubectl/pkg/cmd/set/set_image.go (v1.36) */
export function* setImage(session: Session, words: readonly string[], options: Options): Process<number | Failure> {
  const pairs = words.filter((word) => word.includes('=')).map((word) => word.split('=') as [string, string]);
  const rest = words.filter((word) => !word.includes('='));
  if (rest.length === 0) return failure(NOTHING_NAMED);
  if (pairs.length === 0) return failure('at least one image update is required');
  const fetched = yield* fetchTargets(session, rest, options);
  if (isFailure(fetched)) return fetched;
  for (const target of fetched) {
    if (!hasContainers(target.object)) {
      const where = `${target.resource.resource}/${target.name}`;
      return failure(
        `${where} the object is not a pod or does not have a pod template: *${target.resource.version}.${target.resource.kind}`,
      );
    }
    const after = withImages(target.object, new Map(pairs));
    if (isFailure(after)) return after;
    const patch = createTwoWayPatch(target.object, target.object, after) as JsonObject;
    if (Object.keys(patch).length === 0) continue;
    const result = yield* sendChange(session, target, {
      manager: 'kubectl-set',
      done: 'image updated',
      contentType: STRATEGIC,
      patch,
    });
    if (isFailure(result)) return result;
  }
  return 0;
}

function hasContainers(object: KObject): boolean {
  const spec = object.spec as TemplateOwner['spec'] | undefined;
  return (spec?.template?.spec?.containers ?? spec?.containers) !== undefined;
}

interface TemplateOwner extends KObject {
  readonly spec: { readonly template?: { readonly spec: PodSpecLike }; readonly containers?: readonly ContainerLike[] };
}
interface PodSpecLike {
  readonly containers: readonly ContainerLike[];
  readonly [field: string]: unknown;
}
interface ContainerLike {
  readonly name: string;
  readonly image?: string;
}

function withImages(object: KObject, images: ReadonlyMap<string, string>): KObject | Failure {
  const owner = object as TemplateOwner;
  const podSpec = owner.spec.template?.spec ?? (owner.spec as PodSpecLike);
  for (const name of images.keys()) {
    if (name !== '*' && !podSpec.containers.some((container) => container.name === name)) {
      return failure(`unable to find container named "${name}"`);
    }
  }
  const containers = podSpec.containers.map((container) => {
    const image = images.get(container.name) ?? images.get('*');
    return image === undefined ? container : { ...container, image };
  });
  const changed = { ...podSpec, containers };
  if (owner.spec.template === undefined) return { ...object, spec: { ...owner.spec, containers } };
  return { ...object, spec: { ...owner.spec, template: { ...owner.spec.template, spec: changed } } };
}
