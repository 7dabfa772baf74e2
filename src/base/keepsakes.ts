/** Something that is kept from one look at what has an owner to the next, and with what it begins. */
export interface Keepsake<T> {
  readonly begin: () => T;
}

/** What others keep of their owner, such as views of a snapshot. It belongs to the owner, so that it goes with it, and no other sees it. */
export class Keepsakes {
  private readonly kept = new Map<Keepsake<unknown>, unknown>();

  of<T>(keepsake: Keepsake<T>): T {
    let found = this.kept.get(keepsake) as T | undefined;
    if (found === undefined) {
      found = keepsake.begin();
      this.kept.set(keepsake, found);
    }
    return found;
  }
}
