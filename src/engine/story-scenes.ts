/**
 * Which scenes a run's stories have opened. They belong to its engine: another run knows of none.
 */
export class StoryScenes {
  /** The stories in which a scene was, by scene. */
  private readonly seen = new Map<string, Set<number>>();

  /** True once for each scene of a story: the first pod that is bound opens a scene, the others are steps. */
  isFirst(story: number, scene: string): boolean {
    const stories = this.seen.get(scene);
    if (stories?.has(story) === true) return false;
    if (stories === undefined) this.seen.set(scene, new Set([story]));
    else stories.add(story);
    return true;
  }
}
