import {
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
  tooLong,
} from '../../../api/errors/field-error.ts';
import { invalid, type Status } from '../../../api/errors/status.ts';
import type { DeleteOptions } from '../../../api/types/meta.ts';
import { queryFlag, queryValue, queryValues } from '../request/request-info.ts';
import type { Scope } from './scope.ts';

type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions';

const VALIDATIONS: readonly string[] = ['', 'Ignore', 'Strict', 'Warn'];
const DRY_RUNS: readonly string[] = ['All'];
const LONGEST_MANAGER = 128;

/** What a query says about a write must make sense before anybody looks at the object. */
// Models staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/validation/validation.go (v1.36)
export function refuseOptions(scope: Pick<Scope, 'request'>, kind: OptionsKind, isApply = false): Status | undefined {
  const { request } = scope;
  if (request.query.length === 0 && !isApply) return undefined;
  const errors: FieldError[] = [];
  const manager = queryValue(request, 'fieldManager') ?? '';
  if (kind === 'PatchOptions') {
    if (isApply && manager === '') errors.push(required('fieldManager', 'is required for apply patch'));
    if (!isApply && queryValue(request, 'force') !== undefined && queryFlag(request, 'force'))
      errors.push(forbiddenField('force', 'may not be specified for non-apply patch'));
  }
  checkManager(manager, errors);
  checkDryRun(queryValues(request, 'dryRun'), errors);
  const validation = queryValue(request, 'fieldValidation') ?? '';
  if (!VALIDATIONS.includes(validation)) errors.push(notSupported('fieldValidation', validation, VALIDATIONS));
  return refusal(kind, errors);
}

function refusal(kind: string, errors: readonly FieldError[]): Status | undefined {
  return errors.length === 0 ? undefined : invalid({ group: 'meta.k8s.io', kind }, '', errors);
}

function checkManager(manager: string, errors: FieldError[]): void {
  if (manager === '') return;
  if (manager.length > LONGEST_MANAGER) errors.push(tooLong('fieldManager', LONGEST_MANAGER));
  let at = 0;
  for (const letter of manager) {
    const code = letter.codePointAt(0) ?? 0;
    if (code < 0x20 || (code >= 0x7f && code <= 0xa0) || code === 0xad) {
      const named = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
      const why = `should only contain printable characters (invalid character ${named} at position ${at})`;
      errors.push(invalidValue('fieldManager', manager, why));
    }
    at += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
}

function checkDryRun(dryRun: readonly string[], errors: FieldError[]): void {
  if (dryRun.some((each) => each !== 'All')) errors.push(notSupported('dryRun', dryRun, DRY_RUNS));
}

const POLICIES: readonly string[] = ['Foreground', 'Background', 'Orphan'];

/** The same for a deletion, whose options come in its body or its query. */
export function refuseDeleteOptions(options: DeleteOptions): Status | undefined {
  const { propagationPolicy, dryRun, orphanDependents } = options as DeleteOptions & {
    readonly orphanDependents?: boolean;
  };
  const errors: FieldError[] = [];
  if (propagationPolicy !== undefined && orphanDependents !== undefined) {
    const why = 'orphanDependents and deletionPropagation cannot be both set';
    errors.push(invalidValue('propagationPolicy', propagationPolicy, why));
  }
  if (propagationPolicy !== undefined && !POLICIES.includes(propagationPolicy))
    errors.push(notSupported('propagationPolicy', propagationPolicy, [...POLICIES, 'nil']));
  checkDryRun(dryRun ?? [], errors);
  return refusal('DeleteOptions', errors);
}
