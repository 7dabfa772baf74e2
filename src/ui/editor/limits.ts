export type { Marker } from './marker.ts';

/** Larger texts are not checked while typing: kubectl will. Apart from the checker, which is loaded later. */
export const MOST_CHECKED = 400_000;
