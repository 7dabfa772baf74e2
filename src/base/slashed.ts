const MOST = 65_536;
const known = new Map<string, Map<string, string>>();
/** What was asked for last is asked for again at once: a request is all about one object. */
let lastLeft = '';
let lastRight = '';
let last = '/';

/**
 * `left/right`, always the same string for the same two: a map that has it as a key finds it without reading it, while a
 * string that was just put together must be flattened, hashed and compared letter by letter.
 */
export function slashed(left: string, right: string): string {
  if (left === lastLeft && right === lastRight) return last;
  let ofLeft = known.get(left);
  if (ofLeft === undefined) {
    if (known.size === MOST) known.clear();
    ofLeft = new Map();
    known.set(left, ofLeft);
  }
  let joined = ofLeft.get(right);
  if (joined === undefined) {
    if (ofLeft.size === MOST) ofLeft.clear();
    joined = `${left}/${right}`;
    ofLeft.set(right, joined);
  }
  lastLeft = left;
  lastRight = right;
  last = joined;
  return joined;
}
