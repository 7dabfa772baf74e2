/** Gives things numbers that are as small as can be: one that is free is given again. */
export class Numbers {
  private readonly byName = new Map<string, number>();
  private readonly free: number[] = [];

  get size(): number {
    return this.byName.size;
  }

  of(name: string): number | undefined {
    return this.byName.get(name);
  }

  give(name: string): number {
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    // Of those that are in use none is left out, so that their count is the next one.
    const number = this.free.pop() ?? this.byName.size;
    this.byName.set(name, number);
    return number;
  }

  take(name: string): number | undefined {
    const number = this.byName.get(name);
    if (number === undefined) return undefined;
    this.byName.delete(name);
    this.free.push(number);
    return number;
  }
}
