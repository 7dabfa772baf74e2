// Models sigs.k8s.io/kustomize/api/types/selector.go and kyaml/resid/resid.go (v5.8)

import { matchesPattern, patternProblem } from '../../../api/go/pattern.ts';
import { matchesRequirements, parseSelector } from '../../../api/selectors/selectors.ts';
import type { StringMap } from '../../../api/types/meta.ts';
import { firstIdOf, groupOf, type Id, type Item, idNow, kindOf, metadataOf, namespaceOf, versionOf } from './item.ts';
import type { PatchTarget } from './kustomization.ts';

/** Each of a target's words is a regular expression for the whole of what it is about, as it was first known or is now. */
export function isMeant(item: Item, target: PatchTarget, ids: readonly Id[] = [firstIdOf(item), idNow(item)]): boolean {
  const fits = (pattern: string | undefined, ...values: readonly string[]): boolean => {
    if (pattern === undefined || pattern === '') return true;
    return values.some((value) => matchesPattern(value, anchored(pattern)));
  };
  const selects = (selector: string | undefined, values: unknown): boolean => {
    if (selector === undefined || selector === '') return true;
    const parsed = parseSelector(selector);
    return !('error' in parsed) && matchesRequirements(parsed.requirements, (values ?? {}) as StringMap);
  };
  const { labels, annotations } = metadataOf(item);
  return (
    fits(target.group, groupOf(item)) &&
    fits(target.version, versionOf(item)) &&
    fits(target.kind, kindOf(item)) &&
    fits(target.name, ...ids.map(({ name }) => name)) &&
    fits(target.namespace, ...ids.map(({ namespace }) => namespace)) &&
    selects(target.labelSelector, labels) &&
    selects(target.annotationSelector, annotations)
  );
}

const anchored = (pattern: string): string => `^(?:${pattern})$`;

/** Why a target cannot be read. */
export function problemWith(target: PatchTarget): string | undefined {
  const { group = '', version = '', kind = '', name = '', namespace = '' } = target;
  const patterns = [group, version, kind, name, namespace].filter((text) => text !== '');
  const problem = patterns.map((text) => patternProblem(anchored(text))).find((one) => one !== undefined);
  if (problem !== undefined) return problem;
  for (const selector of [target.labelSelector ?? '', target.annotationSelector ?? '']) {
    const parsed = selector === '' ? undefined : parseSelector(selector);
    if (parsed !== undefined && 'error' in parsed) return parsed.error;
  }
  return undefined;
}

/** `Deployment.v1.apps/web.[noNs]` */
export function idText({ group, version, kind, name, namespace }: PatchTarget): string {
  const or = (text: string | undefined, empty: string): string => (text === undefined || text === '' ? empty : text);
  const gvk = `${or(kind, '[noKind]')}.${or(version, '[noVer]')}.${or(group, '[noGrp]')}`;
  return `${gvk}/${or(name, '[noName]')}.${or(namespace, '[noNs]')}`;
}

export function idOf(item: Item, name = String(metadataOf(item).name ?? '')): string {
  const [group, version, kind, namespace] = [groupOf(item), versionOf(item), kindOf(item), namespaceOf(item)];
  return idText({ group, version, kind, name, namespace });
}
