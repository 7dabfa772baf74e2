export type { Marker } from './marker.ts';

/** Larger texts are neither checked nor edited here: kubectl checks them. Apart from the checker, which is loaded later. */
export const MOST_CHECKED = 400_000;
/** A browser's text area takes a millisecond for a few thousand letters that it is given, and several for those pasted. */
export const MOST_IN_TEXT_AREA = 100_000;
export const MOST_PASTED_THERE = 30_000;
