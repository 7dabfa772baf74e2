// Models staging/src/k8s.io/kubectl/pkg/util/hash/hash.go and sigs.k8s.io/kustomize/api/hasher (v1.36)

import { goJson } from '../../../api/go/json-text.ts';
import type { KObject } from '../../../api/types/meta.ts';
import { hexOfBytes } from '../../../base/bytes/hex.ts';
import { sha256 } from '../../../base/bytes/sha256.ts';

interface Keeper extends KObject {
  readonly data?: object;
  readonly binaryData?: object;
  readonly type?: string;
}

/** Letters in place of digits and vowels, so that no word comes about by chance. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['0', 'g'],
  ['1', 'h'],
  ['3', 'k'],
  ['a', 'm'],
  ['e', 't'],
]);

/**
 * What stands behind the name of a ConfigMap or Secret: another content, another name. kustomize leaves the name itself
 * out, and takes an empty text where there is no content.
 */
export function nameHash(object: KObject, name: string, none: object | string = {}): string {
  const { kind, data = none, binaryData, type = '' } = object as Keeper;
  const own = kind === 'Secret' ? { type } : binaryData === undefined ? {} : { binaryData };
  const text = goJson({ kind, name, data, ...own }, { sortKeys: true });
  const digits = hexOfBytes(sha256(text).slice(0, 5));
  return [...digits].map((digit) => LETTERS.get(digit) ?? digit).join('');
}
