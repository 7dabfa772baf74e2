/** Every part of the map has this; its value names the part. */
export const PART = 'data-part';
/** What belongs to a part without being one that could have the focus: a line's stroke, a bullet in its plate. */
const POINTS_TO = 'data-points-to';

const SELECTOR = `[${PART}]`;

/** The parts in the order in which the arrows go through them: along the trunk first, then what stands below. */
function partsIn(box: Element): readonly HTMLElement[] {
  const all = [...box.querySelectorAll<HTMLElement>(SELECTOR)].filter((one) => one.checkVisibility?.() ?? true);
  const onTrack = all.filter((one) => one.closest('.map-parts') !== null);
  return [...onTrack, ...all.filter((one) => !onTrack.includes(one))];
}

export function partAt(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>(SELECTOR) ?? undefined) : undefined;
}

/** What the pointer is on: a part, or something that belongs to one. */
export function pointedAt(target: EventTarget | null): { readonly id: string; readonly element: Element } | undefined {
  const element = target instanceof Element ? target.closest(`${SELECTOR}, [${POINTS_TO}]`) : null;
  const id = element?.getAttribute(PART) ?? element?.getAttribute(POINTS_TO);
  return element === null || id === null || id === undefined ? undefined : { id, element };
}

/**
 * The map is one stop of the Tab key, as it may have a hundred parts: the arrows up and down go through them. Left and
 * right go through time, as everywhere.
 */
export class Roving {
  private stop: HTMLElement | undefined;

  constructor(private readonly box: HTMLElement) {}

  /** One part is always there for Tab to come to. */
  keep(): void {
    if (this.stop?.isConnected && this.box.contains(this.stop)) return;
    this.setStop(
      this.box.querySelector<HTMLElement>(`.map-parts ${SELECTOR}`) ??
        this.box.querySelector<HTMLElement>(SELECTOR) ??
        undefined,
    );
  }

  setStop(part: HTMLElement | undefined): void {
    if (this.stop !== undefined && this.stop !== part) this.stop.tabIndex = -1;
    this.stop = part;
    if (part !== undefined) part.tabIndex = 0;
  }

  /** To the part before or after; at the ends it stays. */
  move(from: HTMLElement, by: 1 | -1): void {
    const parts = partsIn(this.box);
    parts[parts.indexOf(from) + by]?.focus();
  }
}
