// Models the parsing and the checks of staging/src/k8s.io/kubectl/pkg/cmd/wait/{wait,condition,json,delete,create}.go (v1.36)

import type { KObject } from '../../../../api/types/meta.ts';
import { PATH_EXPECTED } from '../../print/custom-columns.ts';
import { findPath, relaxedPath } from '../../print/jsonpath.ts';
import { isJsonPathError, templateProblem } from '../../print/jsonpath-parse.ts';
import { type Failure, failure, isFailure } from '../../session/errors.ts';

/** One `--for`: what must become so. */
export interface Awaited {
  readonly what: 'delete' | 'create' | 'condition' | 'jsonpath';
  readonly condition: string;
  readonly expected: string;
}

/** All that is waited for, one after the other. */
export function allAwaited(given: readonly string[]): readonly Awaited[] | Failure {
  if (given.length === 0) return failure('unrecognized condition: []');
  const found = given.map(waitedFor);
  return found.find(isFailure) ?? (found as readonly Awaited[]);
}

/** `condition=Ready=false`, `jsonpath={.status.phase}=Running`, `delete`, `create`. */
function waitedFor(text: string): Awaited | Failure {
  const plain = text.toLowerCase();
  if (plain === 'delete' || plain === 'create') return { what: plain, condition: '', expected: '' };
  if (text.startsWith('condition=')) {
    const [condition = '', ...value] = text.slice('condition='.length).split('=');
    return { what: 'condition', condition, expected: value.length === 0 ? 'true' : value.join('=') };
  }
  if (!text.startsWith('jsonpath=')) return failure(`unrecognized condition: "${text}"`);
  const wanted = text.slice('jsonpath='.length);
  if (wanted === '') return failure('jsonpath expression cannot be empty');
  const [path = '', value, ...more] = splitAtSingleEquals(wanted);
  if (more.length > 0) {
    return failure(
      "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or --for=jsonpath='{.status.readyReplicas}'",
    );
  }
  const condition = relaxedPath(path);
  if (condition === undefined) return failure(PATH_EXPECTED);
  if (value === '') {
    return failure(
      "jsonpath wait has to have a value after equal sign, like --for=jsonpath='{.status.readyReplicas}'=3",
    );
  }
  const wrong = templateProblem(condition);
  return wrong === undefined ? { what: 'jsonpath', condition, expected: value ?? '' } : failure(wrong);
}

/** `==` belongs to a filter and splits nothing. */
function splitAtSingleEquals(text: string): readonly string[] {
  const parts = [''];
  for (const [piece] of text.matchAll(/==|=|[^=]+/g)) {
    if (piece === '=') parts.push('');
    else parts.push((parts.pop() ?? '') + piece);
  }
  return parts;
}

/** Whether it is so for the object as it is now. */
export function holds(object: KObject, { what, condition, expected }: Awaited): boolean | Failure {
  if (what === 'create') return true;
  if (what === 'condition') return hasCondition(object, condition, expected);
  const found = valueAt(object, condition, expected);
  return isFailure(found) ? found : found !== undefined && (expected === '' || found === expected);
}

/** One value that is no object; undefined where there is none. */
function valueAt(object: KObject, path: string, expected: string): string | undefined | Failure {
  const found = findPath(object, path);
  if (isJsonPathError(found) || found.length === 0) return undefined;
  if (expected === '') return '';
  if (found.length > 1) return failure('given jsonpath expression matches more than one value');
  if (typeof found[0] === 'object') return failure('jsonpath leads to a nested object or list which is not supported');
  return String(found[0]);
}

/** Names and values of conditions are compared without regard to case. */
function hasCondition(object: KObject, condition: string, expected: string): boolean {
  const { conditions = [] } = (object.status ?? {}) as {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
  const found = conditions.find(({ type }) => type.toLowerCase() === condition.toLowerCase());
  return found !== undefined && found.status.toLowerCase() === expected.toLowerCase();
}
