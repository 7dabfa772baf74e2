// Models sigs.k8s.io/kustomize/api/types/kustomization.go (v5.8)

import type { StringMap } from '../../../api/types/meta.ts';
import { Wrong } from './loader.ts';

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
  readonly options?: { readonly allowNameChange?: boolean; readonly allowKindChange?: boolean };
}

export interface FieldOptions {
  readonly delimiter?: string;
  readonly index?: number;
  readonly create?: boolean;
}

export interface Replacement {
  readonly source?: PatchTarget & { readonly fieldPath?: string; readonly options?: FieldOptions };
  readonly sourceValue?: string;
  readonly targets?: readonly {
    readonly select?: PatchTarget;
    readonly reject?: readonly PatchTarget[];
    readonly fieldPaths?: readonly string[];
    readonly options?: FieldOptions;
  }[];
  readonly path?: string;
}

export interface SortOptions {
  readonly order?: string;
  readonly legacySortOptions?: { readonly orderFirst?: readonly string[]; readonly orderLast?: readonly string[] };
}

export interface FieldSpec {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly path?: string;
  readonly create?: boolean;
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
  readonly fields?: readonly FieldSpec[];
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
  readonly components?: readonly string[];
  readonly bases?: readonly string[];
  readonly namespace?: string;
  readonly namePrefix?: string;
  readonly nameSuffix?: string;
  readonly commonLabels?: StringMap;
  readonly labels?: readonly LabelEntry[];
  readonly commonAnnotations?: StringMap;
  readonly images?: readonly ImageEntry[];
  readonly imageTags?: readonly ImageEntry[];
  readonly vars?: readonly object[];
  readonly replicas?: readonly { readonly name: string; readonly count: number }[];
  readonly patches?: readonly PatchEntry[];
  readonly patchesStrategicMerge?: readonly string[];
  readonly patchesJson6902?: readonly PatchEntry[];
  readonly configMapGenerator?: readonly GeneratorArgs[];
  readonly secretGenerator?: readonly GeneratorArgs[];
  readonly generatorOptions?: GeneratorOptions;
  readonly helmCharts?: readonly object[];
  readonly replacements?: readonly Replacement[];
  readonly sortOptions?: SortOptions;
  readonly buildMetadata?: readonly string[];
}

/** Fields that kustomize knows, and that are not followed here. */
const NOT_FOLLOWED: readonly string[] = [
  'crds',
  'helmChartInflationGenerator',
  'openapi',
  'vars',
  'transformers',
  'generators',
  'validators',
  'configurations',
];

const GROUP = 'kustomize.config.k8s.io';
export const COMPONENT = 'Component';
const VERSIONS: ReadonlyMap<string, string> = new Map([[COMPONENT, `${GROUP}/v1alpha1`]]);

const hasAny = (value: unknown): boolean => !Array.isArray(value) || value.length > 0;

/** Why a kustomization cannot be built, or not here. */
export function problemWith(kustomization: Kustomization, root: string): Wrong | undefined {
  const { apiVersion: _, kind: __, ...rest } = kustomization;
  if (Object.keys(rest).length === 0) return new Wrong('kustomization.yaml is empty');
  const unfollowed = Object.entries(rest).find(([field, value]) => NOT_FOLLOWED.includes(field) && hasAny(value))?.[0];
  if (unfollowed !== undefined) return new Wrong(`${unfollowed} of a kustomization is not modelled`);
  const { kind = 'Kustomization', apiVersion } = kustomization;
  const version = VERSIONS.get(kind) ?? `${GROUP}/v1beta1`;
  const wrong = [
    ...(kind === 'Kustomization' || kind === COMPONENT ? [] : ['kind should be Kustomization or Component']),
    ...(apiVersion === undefined || apiVersion === version ? [] : [`apiVersion for ${kind} should be ${version}`]),
  ];
  if (wrong.length === 0) return undefined;
  return new Wrong([`Failed to read kustomization file under ${root}:`, ...wrong].join('\n'));
}

const INSTEAD: readonly (readonly [keyof Kustomization, string])[] = [
  ['bases', 'resources'],
  ['imageTags', 'images'],
  ['commonLabels', 'labels'],
  ['patchesJson6902', 'patches'],
  ['patchesStrategicMerge', 'patches'],
  ['vars', 'replacements'],
];

/** What is said of fields that others have taken the place of. */
export function deprecations(kustomization: Kustomization): readonly string[] {
  return INSTEAD.filter(([field]) => kustomization[field] !== undefined).map(
    ([field, instead]) =>
      `# Warning: '${field}' is deprecated. Please use '${instead}' instead.${field === 'vars' ? ' [EXPERIMENTAL]' : ''} Run 'kustomize edit fix' to update your Kustomization automatically.\n`,
  );
}
