import { pureOfTexts } from './pure.ts';

/**
 * `left/right`, always the same string for the same two: a map that has it as a key finds it without reading it, while a
 * string that was just put together must be flattened, hashed and compared letter by letter.
 */
export const slashed = pureOfTexts(65_536, (left, right) => `${left}/${right}`);
