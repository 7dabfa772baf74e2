import { badRequest, type Status } from '../../../api/errors/status.ts';
import {
  type FieldRequirement,
  fieldTest,
  matchesRequirements,
  parseFieldSelector,
  parseSelector,
} from '../../../api/selectors/selectors.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { fromStorage } from '../encoding/conversion.ts';
import { queryValue } from '../request/request-info.ts';
import type { ObjectFilter } from '../watchcache/filter.ts';
import type { Scope } from './scope.ts';

/** The namespace of the path and the selectors of the query as one test. */
// Models staging/src/k8s.io/apiserver/pkg/storage/selection_predicate.go (v1.36)
export function filterOf(scope: Scope): ObjectFilter | Status {
  const labelText = queryValue(scope.request, 'labelSelector');
  const fieldText = queryValue(scope.request, 'fieldSelector');
  const namespace = scope.info.namespace;
  const { name: pathName } = scope.info;
  if ((labelText ?? '') === '' && (fieldText ?? '') === '') {
    if (pathName === '') return { namespace, name: '', trigger: undefined, matches: undefined };
    // Only the old paths below /watch/ name one object.
    return { namespace, name: pathName, trigger: undefined, matches: (object) => object.metadata.name === pathName };
  }
  const labels = parseSelector(labelText);
  if ('error' in labels) return badRequest(labels.error);
  const fields = parseFieldSelector(scope.resource, fieldText);
  if ('error' in fields) return badRequest(fields.error);
  const { requirements } = labels;
  const name = equal(fields.requirements, 'metadata.name') ?? '';
  const trigger = scope.store.info.resource === 'pods' ? equal(fields.requirements, 'spec.nodeName') : undefined;
  const fieldTest = fieldMatcher(scope, fields.requirements);
  if (requirements.length === 0) return { namespace, name, trigger, matches: fieldTest };
  const labelTest = (object: KObject): boolean => matchesRequirements(requirements, object.metadata.labels);
  const matches = fieldTest === undefined ? labelTest : (object: KObject) => labelTest(object) && fieldTest(object);
  return { namespace, name, trigger, matches };
}

/** The common selectors have their own quick tests. */
function fieldMatcher(
  scope: Scope,
  requirements: readonly FieldRequirement[],
): ((object: KObject) => boolean) | undefined {
  const [only] = requirements;
  if (only === undefined) return undefined;
  if (requirements.length === 1 && only.operator === '=') {
    const { field, value } = only;
    if (field === 'metadata.name') return (object) => object.metadata.name === value;
    if (field === 'spec.nodeName') return (object) => ((object.spec as { nodeName?: string }).nodeName ?? '') === value;
  }
  const { resource, store } = scope;
  if (resource.group === store.info.group) return fieldTest(store.info, requirements);
  // A field has the name that its group gives it.
  const test = fieldTest(resource, requirements);
  return (object) => test(fromStorage(store.info, resource, object));
}

function equal(requirements: readonly FieldRequirement[], field: string): string | undefined {
  return requirements.find((each) => each.field === field && each.operator === '=')?.value;
}
