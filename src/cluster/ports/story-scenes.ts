// Models nothing upstream: how a story is cut into scenes (v1.36)

import type { Engine } from '../../engine/index.ts';

/** The stories in which a scene was, by scene. */
const seen = new WeakMap<Engine, Map<string, Set<number>>>();

/** True once for each scene of a story: the first pod that is bound opens a scene, the others are steps. */
export function firstInStory(engine: Engine, story: number, scene: string): boolean {
  let scenes = seen.get(engine);
  if (scenes === undefined) {
    scenes = new Map();
    seen.set(engine, scenes);
  }
  const stories = scenes.get(scene);
  if (stories?.has(story) === true) return false;
  if (stories === undefined) scenes.set(scene, new Set([story]));
  else stories.add(story);
  return true;
}
