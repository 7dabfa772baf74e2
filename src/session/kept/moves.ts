import type { Place, ToWorker } from '../../protocol/messages.ts';
import { KEPT_GRAINS, type KeptGrain, type KeptPlaces, keptFilter } from '../../protocol/reading/kept.ts';
import { landingOf } from '../../protocol/reading/standing.ts';

/*
 * Where a move of the reader leads among the places that are kept; undefined where it leads out of them. The engine has the
 * same rules (src/worker/simulation.ts); a test walks with both.
 */

/** A number from 1 of the steps of the filter. */
function placeOfNumber({ numbers, between }: KeptPlaces, number: number): number | undefined {
  const place = numbers.findIndex((each, at) => each === number && !between.includes(at));
  return place < 0 ? undefined : place;
}

function placeOfStep({ steps }: KeptPlaces, seq: number): number | undefined {
  const place = steps.indexOf(seq);
  return place < 0 ? undefined : place;
}

function start({ steps }: KeptPlaces): number | undefined {
  return steps[0] === null ? 0 : undefined;
}

function end({ steps }: KeptPlaces): number {
  return steps.length - 1;
}

function byNumber(places: KeptPlaces, number: number): number | undefined {
  if (number <= 0) return start(places);
  return number > places.frame.total ? end(places) : placeOfNumber(places, number);
}

function byStep(places: KeptPlaces, grain: KeptGrain, at: number, by: number): number | undefined {
  const { numbers, between, frame } = places;
  const standing = { index: numbers[at] ?? 0, total: frame.total, isOn: !between.includes(at) };
  const landing = landingOf(by, standing, keptFilter(grain), true);
  if (landing === 'start') return start(places);
  if (landing === 'end') return end(places);
  return typeof landing === 'object' ? placeOfNumber(places, landing.index) : undefined;
}

function byScene(places: KeptPlaces, at: number, by: 1 | -1): number | undefined {
  if (by > 0) return places.scenes.find((scene) => scene > at) ?? end(places);
  return places.scenes.findLast((scene) => scene < at) ?? start(places);
}

/** Where a message leads from a place. */
export function moved(places: KeptPlaces, grain: KeptGrain, at: number, message: ToWorker): number | undefined {
  switch (message.type) {
    case 'step':
      return byStep(places, grain, at, message.by);
    case 'play':
      return byStep(places, grain, at, 1);
    case 'scene':
      return byScene(places, at, message.by);
    case 'seekIndex':
      return byNumber(places, message.index);
    case 'seek':
      if (message.to === 'start') return start(places);
      return message.to === 'end' ? end(places) : placeOfStep(places, message.to);
    default:
      return undefined;
  }
}

/** Where somebody stands who has asked for a place of the part; whether an anchor is the right one is seen there. */
export function placeOf(places: KeptPlaces, grain: KeptGrain, to: Place | undefined): number | undefined {
  if (to === undefined) return places.begun;
  if ('seq' in to) return placeOfStep(places, to.seq);
  if ('anchor' in to) return placeOfStep(places, to.anchor.seq);
  return isOfGrain(to.filter, grain) ? byNumber(places, to.index) : undefined;
}

/** Whether a filter is the one that a grain is kept in. */
export function isOfGrain(filter: object, grain: KeptGrain): boolean {
  const kept = keptFilter(grain);
  const given = Object.entries(filter).filter(([, value]) => value !== undefined);
  return given.length === 2 && given.every(([name, value]) => kept[name as 'grain' | 'scope'] === value);
}

/** A grain in which parts are kept. */
export function isKeptGrain(grain: string): grain is KeptGrain {
  return KEPT_GRAINS.some((each) => each === grain);
}
