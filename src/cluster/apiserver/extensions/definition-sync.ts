import { isStatus, type Status } from '../../../api/errors/status.ts';
import { equalJson } from '../../../api/go/json.ts';
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionStatus,
} from '../../../api/types/apiextensions.ts';
import { rfc3339 } from '../../../api/values/time.ts';
import type { Context, Process } from '../../../engine/index.ts';
import { extensions as steps } from '../../../steps/extensions.ts';
import type { ServerCore } from '../core/core.ts';
import {
  CLEANUP,
  conditionOf,
  definitionSubject,
  isGoing,
  isTrue,
  sameCondition,
  withCondition,
} from '../definitions/conditions.ts';
import { verdictOn } from '../definitions/names.ts';
import { removeInstances } from './instances.ts';
import type { CustomResources } from './registry.ts';

const PATH = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** What the three workers do with the definitions that their queues name. */
export class DefinitionSync {
  constructor(
    private readonly core: ServerCore,
    private readonly resources: CustomResources,
    private readonly known: ReadonlyMap<string, CustomResourceDefinition>,
    private readonly nameAgain: (ctx: Context, name: string) => void,
  ) {}

  // Models pkg/controller/status/naming_controller.go (v1.36)
  *syncNames(ctx: Context, name: string): Process<boolean> {
    const definition = this.known.get(name);
    if (definition === undefined) return true;
    const others = [...this.known.values()].filter((each) => each !== definition);
    const { names, naming, established } = verdictOn(definition, others);
    const { status } = definition;
    if (equalJson(names, status.acceptedNames) && sameCondition(conditionOf(definition, naming.type), naming))
      return true;
    const own = ctx.step(steps.namesChecked, definitionSubject(name), {
      accepted: naming.status === 'True',
      reason: naming.reason ?? '',
      message: naming.message ?? '',
    });
    const time = rfc3339(ctx.wall);
    let next: CustomResourceDefinitionStatus = { ...status, acceptedNames: inOrder(names) };
    next = withCondition(next, naming, time);
    if (established !== undefined) next = withCondition(next, established, time);
    const answer = yield* this.write(own, { ...definition, status: next });
    if (isStatus(answer)) return answer.reason === 'NotFound' || answer.reason === 'Conflict';
    for (const [other, { spec }] of this.known) {
      if (other !== name && spec.group === definition.spec.group) this.nameAgain(own, other);
    }
    return true;
  }

  // Models pkg/controller/establish/establishing_controller.go (v1.36)
  *establish(ctx: Context, name: string): Process<boolean> {
    const definition = this.known.get(name);
    if (definition === undefined || !isTrue(definition, 'NamesAccepted') || isTrue(definition, 'Established'))
      return true;
    const status = withCondition(
      definition.status,
      {
        type: 'Established',
        status: 'True',
        reason: 'InitialNamesAccepted',
        message: 'the initial names have been accepted',
      },
      rfc3339(ctx.wall),
    );
    const answer = yield* this.write(ctx, { ...definition, status });
    if (isStatus(answer)) return answer.reason === 'NotFound' || answer.reason === 'Conflict';
    ctx.step(steps.established, definitionSubject(name), {
      resource: `${definition.spec.names.plural}.${definition.spec.group}`,
    });
    return true;
  }

  // Models pkg/controller/finalizer/crd_finalizer.go (v1.36)
  *finalize(ctx: Context, name: string): Process<boolean> {
    const found = this.known.get(name);
    if (found === undefined || !isGoing(found)) return true;
    const begun = withCondition(
      found.status,
      {
        type: 'Terminating',
        status: 'True',
        reason: 'InstanceDeletionInProgress',
        message: 'CustomResource deletion is in progress',
      },
      rfc3339(ctx.wall),
    );
    const marked = yield* this.write(ctx, { ...found, status: begun });
    if (isStatus(marked)) return marked.reason === 'NotFound' || marked.reason === 'Conflict';
    const store = this.resources.storeOf(name);
    const outcome = store === undefined ? undefined : yield* removeInstances(ctx, store, definitionSubject(name));
    const condition = outcome ?? {
      type: 'Terminating',
      status: 'False',
      reason: 'InstanceDeletionCompleted',
      message: 'removed all instances',
    };
    const status = withCondition(marked.status, condition, rfc3339(ctx.wall));
    if (outcome !== undefined) {
      yield* this.write(ctx, { ...marked, status });
      return false;
    }
    const { finalizers = [], ...metadata } = marked.metadata;
    const kept = finalizers.filter((each) => each !== CLEANUP);
    const freed = kept.length === 0 ? metadata : { ...metadata, finalizers: kept };
    const answer = yield* this.write(ctx, { ...marked, metadata: freed, status });
    return !isStatus(answer) || answer.reason === 'NotFound' || answer.reason === 'Conflict';
  }

  private *write(ctx: Context, definition: CustomResourceDefinition): Process<CustomResourceDefinition | Status> {
    const path = `${PATH}/${definition.metadata.name ?? ''}/status`;
    return (yield* this.core.loopback.call(ctx, 'PUT', path, definition)) as CustomResourceDefinition | Status;
  }
}

const NAME_FIELDS = ['plural', 'singular', 'shortNames', 'kind', 'listKind', 'categories'] as const;

function inOrder(names: CustomResourceDefinitionNames): CustomResourceDefinitionNames {
  const found = NAME_FIELDS.flatMap((key) => (names[key] === undefined ? [] : [[key, names[key]] as const]));
  return Object.fromEntries(found) as unknown as CustomResourceDefinitionNames;
}
