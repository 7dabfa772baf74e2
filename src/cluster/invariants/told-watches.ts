// Models nothing upstream: what must hold over the whole of a cluster, whatever was done to it.

import type { KObject } from '../../api/types/meta.ts';
import { keyOf } from './caches.ts';
import type { StoreHistory } from './store-history.ts';
import type { Problems } from './tables.ts';

/** More are not kept of a request, so that nobody knows what it was told. */
const MOST_FRAMES = 200;
const WATCHED = /^\/api\/v1\/([a-z]+)\?/;

/** What is read of a row of `client/requests`. */
export interface RequestRow {
  readonly id: number;
  readonly request: { readonly path: string };
  readonly frames: readonly { readonly type: string; readonly object: unknown }[];
}

interface Told {
  frames: number;
  readonly objects: Map<string, string | undefined>;
}

/** Watches that somebody opened by hand, of all objects of a kind: at a bookmark they were sent what the store held there. */
export class ToldWatches {
  private readonly told = new Map<number, Told>();

  constructor(private readonly history: StoreHistory) {}

  problemsOf({ id, request, frames }: RequestRow): Problems {
    const resource = WATCHED.exec(request.path)?.[1];
    if (resource === undefined || frames.length >= MOST_FRAMES) return [];
    const told = this.told.get(id) ?? { frames: 0, objects: new Map() };
    this.told.set(id, told);
    const problems: string[] = [];
    for (; told.frames < frames.length; told.frames += 1) {
      const { type, object } = frames[told.frames] as RequestRow['frames'][number];
      const { metadata } = object as KObject;
      if (type === 'BOOKMARK')
        problems.push(...this.problemsAt(`request ${id}`, resource, told, Number(metadata.resourceVersion)));
      else if (type === 'DELETED') told.objects.delete(keyOf(object as KObject));
      else if (type !== 'ERROR') told.objects.set(keyOf(object as KObject), metadata.resourceVersion);
    }
    return problems;
  }

  private problemsAt(name: string, resource: string, { objects }: Told, revision: number): Problems {
    const problems: string[] = [];
    const missing = new Set(objects.keys());
    for (const { object, revision: since } of this.history.at(`/registry/${resource}/`, revision)) {
      const key = keyOf(object);
      missing.delete(key);
      if (objects.get(key) !== String(since))
        problems.push(`${name}, bookmarked at ${revision}, was sent ${key} at ${objects.get(key)}, not at ${since}`);
    }
    for (const key of missing) problems.push(`${name}, bookmarked at ${revision}, was not told that ${key} is gone`);
    return problems;
  }
}
