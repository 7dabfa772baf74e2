/** Speeds on a logarithmic scale: what is a millisecond apart and what is a second apart both want to be watched. */
export const SPEEDS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16] as const;
export type Speed = (typeof SPEEDS)[number];

const FRACTIONS = new Map<number, string>([
  [1 / 8, '⅛'],
  [1 / 4, '¼'],
  [1 / 2, '½'],
]);

export function speedLabel(speed: number): string {
  return `${FRACTIONS.get(speed) ?? String(speed)}×`;
}

export function nearestSpeed(speed: number): Speed {
  return SPEEDS.find((candidate) => candidate >= speed) ?? 16;
}

/** Steps evenly spaced, or as far apart as the virtual clock says. */
export type Pace = 'story' | 'clock';

const STORY_MS = 1_000;
const CLOCK_MS_PER_VIRTUAL_MS = 100;
const SHORTEST_MS = 40;
const LONGEST_MS = 3_000;

/** How long a step stays on the stage while playing. */
export function stepDuration(pace: Pace, speed: number, elapsedMicros: number): number {
  const natural = pace === 'story' ? STORY_MS : (elapsedMicros / 1_000) * CLOCK_MS_PER_VIRTUAL_MS;
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, natural / speed));
}
