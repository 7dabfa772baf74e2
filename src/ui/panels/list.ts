import type { Panel } from '../public.ts';
import './panels.css';

const DECLARED = import.meta.glob<Panel>('./*/panel.ts', { eager: true, import: 'panel' });

const LAST = 1_000;

/** The tabs of the inspector, in the order of the keys 1…9, 0: every `panel.ts` of a folder beside this file is one. */
export const panels: readonly Panel[] = Object.values(DECLARED).sort((a, b) => (a.order ?? LAST) - (b.order ?? LAST));

/** Fetches what nobody sees before choosing it. */
export const loadPanels = (): Promise<unknown> => Promise.all(panels.map(({ load }) => load?.()));
