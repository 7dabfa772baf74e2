import { useEffect, useRef } from 'react';
import type { FrameStore } from '../../session/frame-store.ts';
import { ask } from './checker.ts';
import type { Band } from './marker.ts';
import { shownFile, type Workbench } from './workbench.ts';

type Found = Awaited<ReturnType<typeof ask<'findLines'>>>;

/** A pause in typing, in milliseconds. */
export const FIND_AFTER = 250;

/**
 * Finds the lines for the part that a step names. Lines of this text that were found before are there at once, and so
 * are drawn together with the step. In a text that is being typed they are found when a pause is made or a step comes:
 * to read all of it after each key would keep the checker from what the reader waits for.
 */
export function useBand(bench: Workbench, frames: FrameStore): void {
  useEffect(() => {
    let lines = new Map<string, Found>();
    let shown: readonly unknown[] | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      const { text } = shownFile(bench.getState());
      const known = lines;
      const { step } = frames.getState().views;
      const part = step?.manifest;
      const actor = step?.request?.actor ?? step?.step.actor;
      if (shown?.[0] === part && shown?.[1] === actor) return;
      const own = [part, actor];
      shown = own;
      if (part === undefined || actor === undefined) return bench.band.setState({ band: undefined });
      const { subject, path, made } = part;
      const place = `${subject} ${path}`;
      const show = (found: Found) =>
        bench.band.setState({ band: found && { ...found, actor, made, whole: path === '' } });
      if (known.has(place)) return show(known.get(place));
      void ask('findLines', text, subject, path).then((found) => {
        known.set(place, found);
        if (shown === own) show(found);
      });
    };
    const readAnew = () => {
      lines = new Map();
      shown = undefined;
      clearTimeout(timer);
      timer = setTimeout(follow, FIND_AFTER);
      if (!document.activeElement?.closest('.e-surface')) follow();
    };
    readAnew();
    const forget = [
      frames.subscribe(follow),
      bench.subscribe((now, before) => shownFile(now).text !== shownFile(before).text && readAnew()),
    ];
    return () => {
      clearTimeout(timer);
      for (const each of forget) each();
      shown = undefined;
    };
  }, [bench, frames]);
}

/** Of a line, and of what is above the first one, in both surfaces. */
const LINE = 18;
const PAD = 6;

/** A surface that scrolls: how far it is, how much it shows, and whether somebody is at work in it. */
export interface Sight {
  readonly top: number;
  readonly height: number;
  readonly busy: boolean;
}

/** Brings the marked lines into sight, unless the reader is typing or has scrolled elsewhere. */
export function useInSight(
  band: Workbench['band'],
  file: string,
  look: () => Sight | undefined,
  scroll: (top: number) => void,
): void {
  const surface = useRef({ look, scroll });
  surface.current = { look, scroll };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file has another place
  useEffect(() => {
    let own = surface.current.look()?.top ?? 0;
    let before: Band | undefined;
    return band.subscribe(({ band: now }) => {
      if (now === undefined || (now.from === before?.from && now.to === before.to)) return;
      before = now;
      const sight = surface.current.look();
      if (sight === undefined || sight.busy) return;
      const wanted = topFor(now, sight);
      if (wanted === sight.top) own = wanted;
      else if (Math.abs(sight.top - own) < LINE) {
        surface.current.scroll(wanted);
        own = surface.current.look()?.top ?? wanted;
      }
    });
  }, [band, file]);
}

/** The nearest place that shows the lines, or the first of them; of a whole object any line will do. */
export function topFor({ from, to, whole }: Pick<Band, 'from' | 'to' | 'whole'>, { top, height }: Sight): number {
  const [start, end] = [(from - 1) * LINE + PAD, to * LINE + PAD];
  if (whole && start < top + height && end > top) return top;
  if (start < top || end - start > height) return Math.max(0, start - PAD);
  return Math.max(top, end + PAD - height);
}
