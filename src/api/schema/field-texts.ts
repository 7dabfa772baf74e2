import packed from 'virtual:kubernetes-field-texts';
import { madeOnce } from '../../base/pure.ts';

interface Packed {
  readonly texts: readonly string[];
  readonly definitions: Readonly<Record<string, readonly [number, Readonly<Record<string, Told>>]>>;
}
type Told = readonly [text: number, ...values: string[]];

/** What Kubernetes says of a field. */
export interface FieldText {
  readonly description: string;
  /** Which values a text may have, where it is one of a few. */
  readonly values: readonly string[];
}

const CONVENTIONS = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';

const known = madeOnce(() => JSON.parse(packed) as Packed);

/** Of a definition by its full name, `io.k8s.api.core.v1.Pod`.  */
export function kindText(definition: string): string {
  const { texts, definitions } = known();
  return texts[definitions[keyOf(definition)]?.[0] ?? -1] ?? '';
}

export function fieldText(definition: string, field: string): FieldText {
  const { texts, definitions } = known();
  const fields = definitions[keyOf(definition)]?.[1] ?? {};
  const [text = -1, ...values] = (Object.hasOwn(fields, field) ? fields[field] : undefined) ?? [];
  return { description: texts[text] ?? '', values };
}

/** What every kind says of its two first fields. */
export function typeMetaText(field: 'apiVersion' | 'kind'): string {
  return field === 'kind'
    ? `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${CONVENTIONS}#types-kinds`
    : `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${CONVENTIONS}#resources`;
}

/** `io.k8s.api.core.v1.Pod` is `IoK8sApiCoreV1Pod` in the packages. */
function keyOf(definition: string): string {
  return definition.replace(/(?:^|[.-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
