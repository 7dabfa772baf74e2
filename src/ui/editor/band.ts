import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { ManifestPart } from '../../protocol/views.ts';
import { ask } from './checker.ts';
import type { Workbench } from './workbench.ts';

type Found = Awaited<ReturnType<typeof ask<'findLines'>>>;

/** Finds the lines for a part that a step names. Of a text each part is looked for once. */
export function useBand(bench: Workbench, part: ManifestPart | undefined, actor: string | undefined): void {
  const { files, active } = useStore(bench);
  const text = files.find(({ name }) => name === active)?.text ?? '';
  const known = useRef({ text: '', lines: new Map<string, Promise<Found>>() });
  useEffect(() => {
    if (known.current.text !== text) known.current = { text, lines: new Map() };
    if (part === undefined || actor === undefined) return bench.band.setState({ band: undefined });
    const { subject, path, made } = part;
    const { lines } = known.current;
    const place = `${subject} ${path}`;
    if (!lines.has(place)) lines.set(place, ask('findLines', text, subject, path));
    let late = false;
    void lines.get(place)?.then((found) => {
      if (!late) bench.band.setState({ band: found && { ...found, actor, made, whole: path === '' } });
    });
    return () => {
      late = true;
    };
  }, [bench, text, part, actor]);
}
