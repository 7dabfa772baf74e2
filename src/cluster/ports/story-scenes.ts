// Models nothing upstream: how a story is cut into scenes (v1.36)

import type { Engine } from '../../engine/index.ts';

const seen = new WeakMap<Engine, Set<string>>();

/** True once for each scene of a story: the first pod that is bound opens a scene, the others are steps. */
export function firstInStory(engine: Engine, story: number, scene: string): boolean {
  let scenes = seen.get(engine);
  if (scenes === undefined) {
    scenes = new Set();
    seen.set(engine, scenes);
  }
  const key = `${story} ${scene}`;
  if (scenes.has(key)) return false;
  scenes.add(key);
  return true;
}
