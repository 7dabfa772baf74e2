import { equalJson } from '../../../api/go/json.ts';
import type { KObject } from '../../../api/types/meta.ts';

/** How often a template was changed: once a field of its own, now an annotation that every DaemonSet has. */
const GENERATION = 'deprecated.daemonset.template.generation';

interface Templated {
  readonly template?: unknown;
}

function withGenerationOf(object: KObject, generation: number): KObject {
  const { annotations } = object.metadata;
  const text = String(generation);
  if (annotations?.[GENERATION] === text) return object;
  return { ...object, metadata: { ...object.metadata, annotations: { [GENERATION]: text, ...without(annotations) } } };
}

function without(annotations: { readonly [key: string]: string } = {}): { readonly [key: string]: string } {
  const { [GENERATION]: _, ...rest } = annotations;
  return rest;
}

function generationOf(object: KObject): number {
  return Number(object.metadata.annotations?.[GENERATION] ?? 0);
}

/** Models pkg/registry/apps/daemonset/strategy.go, PrepareForCreate (v1.36) */
export function withFirstTemplate(object: KObject): KObject {
  return withGenerationOf(object, Math.max(1, generationOf(object)));
}

/** Models pkg/registry/apps/daemonset/strategy.go, PrepareForUpdate (v1.36): nobody but the server counts. */
export function withNextTemplate(object: KObject, old: KObject): KObject {
  const same = equalJson((object.spec as Templated).template, (old.spec as Templated).template);
  return withGenerationOf(object, same ? generationOf(old) : generationOf(old) + 1);
}
