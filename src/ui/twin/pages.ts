import type { StepView } from '../../protocol/views.ts';

export const PAGE = 100;

/** Steps by place, fetched in pages. A page that was short when it came is asked for again when more steps exist. */
export class Pages {
  private readonly pages = new Map<number, readonly StepView[]>();
  private readonly asked = new Set<number>();

  at(place: number): StepView | undefined {
    return this.pages.get(Math.floor(place / PAGE))?.[place % PAGE];
  }

  /** Pages to ask for, so that the places from `from` up to `to` are known. */
  missing(from: number, to: number, total: number): readonly number[] {
    const wanted: number[] = [];
    for (let page = Math.floor(from / PAGE); page * PAGE < Math.min(to, total); page += 1) {
      const has = this.pages.get(page)?.length ?? 0;
      if (has < Math.min(PAGE, total - page * PAGE) && !this.asked.has(page)) wanted.push(page);
    }
    return wanted;
  }

  ask(page: number): void {
    this.asked.add(page);
  }

  put(page: number, steps: readonly StepView[]): void {
    this.asked.delete(page);
    this.pages.set(page, steps);
  }

  failed(page: number): void {
    this.asked.delete(page);
  }
}
