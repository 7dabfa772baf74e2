// Models sigs.k8s.io/kustomize/api/krusty/kustomizer.go (v5.8)

import type { JsonObject, KObject, StringMap } from '../../../api/types/meta.ts';
import { type Failure, failure } from '../session/errors.ts';
import { accumulated, loaded } from './accumulate.ts';
import { type Item, inOrder, metadataOf, nameOf, renamed, withMetadata } from './item.ts';
import type { SortOptions } from './kustomization.ts';
import { type Files, Loader, Wrong } from './loader.ts';
import { nameHash } from './name-hash.ts';
import { withReferences } from './references.ts';

/** What a kustomization may be told of besides its folder. */
interface Wishes {
  /** As it is written, not by kinds. */
  readonly asWritten?: boolean;
  readonly warn?: (text: string) => void;
  /** The kustomization has an order of its own. */
  readonly clash?: () => void;
}

/** The objects that a folder with a kustomization stands for, by their kinds or as they are written. */
export function buildKustomization(
  folder: string,
  files: Files,
  { asWritten = false, warn = () => undefined, clash = () => undefined }: Wishes = {},
): readonly JsonObject[] | Failure {
  const target = loaded(new Loader(files, folder), '', warn);
  if (target instanceof Wrong) return failure(target.message.trimEnd());
  const items = accumulated(target, [], warn);
  if (items instanceof Wrong) return failure(items.message.trimEnd());
  const { sortOptions, buildMetadata = [] } = target.kustomization;
  if (buildMetadata.includes('transformerAnnotations')) {
    return failure('transformerAnnotations of a kustomization are not modelled');
  }
  const hashed = items.map((item) =>
    item.isHashed ? renamed(item, `${nameOf(item)}-${nameHash(item.object as KObject, '', '')}`) : item,
  );
  const referring = withReferences(hashed);
  if (referring instanceof Wrong) return failure(referring.message.replace(/\n$/, ''));
  const all = referring.filter((item) => texts(item, 'annotations')[LOCAL] !== 'true');
  const unprintable = all.find(({ problem }) => problem !== undefined);
  if (unprintable !== undefined) return failure(`map[string]interface {}(nil): ${unprintable.problem}`);
  if (sortOptions !== undefined) clash();
  const sorted = sortedBy(all, sortOptions ?? { order: asWritten ? 'fifo' : 'legacy' });
  if (sorted instanceof Wrong) return failure(sorted.message);
  return sorted.map((item) => toldOf(item, buildMetadata).object);
}

/** What is there for kustomize alone. */
const LOCAL = 'config.kubernetes.io/local-config';
const ORDERS = ['fifo', 'legacy'];

function sortedBy(items: readonly Item[], { order = '', legacySortOptions }: SortOptions): readonly Item[] | Wrong {
  if (!ORDERS.includes(order)) return new Wrong(`the field 'sortOptions.order' must be one of [${ORDERS.join(', ')}]`);
  if (order === 'legacy') return inOrder(items, legacySortOptions);
  if (legacySortOptions === undefined) return items;
  const told = "the field 'sortOptions.legacySortOptions' is set but the selected sort order is 'fifo', not 'legacy'";
  return new Wrong(told);
}

function texts(item: Item, field: 'labels' | 'annotations'): StringMap {
  return (metadataOf(item)[field] ?? {}) as StringMap;
}

/** With what is asked for about its making. */
function toldOf(item: Item, wanted: readonly string[]): Item {
  const labels = { ...texts(item, 'labels'), 'app.kubernetes.io/managed-by': 'kustomize-v5.8.1' };
  const one = wanted.includes('managedByLabel') ? withMetadata(item, { labels }) : item;
  if (!wanted.includes('originAnnotations') || item.origin === undefined) return one;
  return withMetadata(one, {
    annotations: { ...texts(one, 'annotations'), 'config.kubernetes.io/origin': item.origin },
  });
}
