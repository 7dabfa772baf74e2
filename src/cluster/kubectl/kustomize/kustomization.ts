// Models sigs.k8s.io/kustomize/api/types/kustomization.go (v5.8)

import type { StringMap } from '../../../api/types/meta.ts';

export interface PatchTarget {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly annotationSelector?: string;
}

export interface PatchEntry {
  readonly path?: string;
  readonly patch?: string;
  readonly target?: PatchTarget;
}

export interface GeneratorOptions {
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
  readonly disableNameSuffixHash?: boolean;
  readonly immutable?: boolean;
}

export interface GeneratorArgs {
  readonly name?: string;
  readonly namespace?: string;
  readonly behavior?: string;
  readonly type?: string;
  readonly literals?: readonly string[];
  readonly files?: readonly string[];
  readonly envs?: readonly string[];
  readonly env?: string;
  readonly options?: GeneratorOptions;
}

export interface LabelEntry {
  readonly pairs?: StringMap;
  readonly includeSelectors?: boolean;
  readonly includeTemplates?: boolean;
}

export interface ImageEntry {
  readonly name: string;
  readonly newName?: string;
  readonly newTag?: string;
  readonly tagSuffix?: string;
  readonly digest?: string;
}

export interface Kustomization {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: object;
  readonly resources?: readonly string[];
  readonly bases?: readonly string[];
  readonly namespace?: string;
  readonly namePrefix?: string;
  readonly nameSuffix?: string;
  readonly commonLabels?: StringMap;
  readonly labels?: readonly LabelEntry[];
  readonly commonAnnotations?: StringMap;
  readonly images?: readonly ImageEntry[];
  readonly replicas?: readonly { readonly name: string; readonly count: number }[];
  readonly patches?: readonly PatchEntry[];
  readonly patchesStrategicMerge?: readonly string[];
  readonly patchesJson6902?: readonly PatchEntry[];
  readonly configMapGenerator?: readonly GeneratorArgs[];
  readonly secretGenerator?: readonly GeneratorArgs[];
  readonly generatorOptions?: GeneratorOptions;
}

/** What is followed; a kustomization that says more is refused. */
const FOLLOWED: readonly string[] = [
  'apiVersion',
  'kind',
  'metadata',
  'resources',
  'bases',
  'namespace',
  'namePrefix',
  'nameSuffix',
  'commonLabels',
  'labels',
  'commonAnnotations',
  'images',
  'replicas',
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'configMapGenerator',
  'secretGenerator',
  'generatorOptions',
];
/** Fields that kustomize knows, and that are not followed here. */
const KNOWN: readonly string[] = [
  'components',
  'crds',
  'helmCharts',
  'helmGlobals',
  'openapi',
  'buildMetadata',
  'replacements',
  'vars',
  'transformers',
  'generators',
  'validators',
  'configurations',
  'sortOptions',
];

/** Why a kustomization cannot be built here. */
export function problemWith(fields: object): string | undefined {
  const unknown = Object.keys(fields).filter((field) => !FOLLOWED.includes(field));
  const [first] = unknown;
  if (first === undefined) return undefined;
  return KNOWN.includes(first)
    ? `${first} of a kustomization is not modelled`
    : `invalid Kustomization: json: unknown field ${JSON.stringify(first)}`;
}

const INSTEAD: readonly (readonly [keyof Kustomization, string])[] = [
  ['bases', 'resources'],
  ['commonLabels', 'labels'],
  ['patchesJson6902', 'patches'],
  ['patchesStrategicMerge', 'patches'],
];

/** What is said of fields that others have taken the place of. */
export function deprecations(kustomization: Kustomization): readonly string[] {
  return INSTEAD.filter(([field]) => kustomization[field] !== undefined).map(
    ([field, instead]) =>
      `# Warning: '${field}' is deprecated. Please use '${instead}' instead. Run 'kustomize edit fix' to update your Kustomization automatically.\n`,
  );
}
