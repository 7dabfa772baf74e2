// Models github.com/google/cel-go/common/cost.go and the macros of parser/macro.go (as vendored by v1.36)

/** What it costs to make one. */
export const LIST = 10;
export const MAP = 30;
export const MESSAGE = 40;

/** What the accumulator of a loop begins with: nothing but a value, or a list. */
export const START: ReadonlyMap<string, number> = new Map([
  ['all', 0],
  ['exists', 0],
  ['exists_one', 0],
  ['existsOne', 0],
  ['transformMap', MAP],
  ['transformMapEntry', MAP],
]);

/** One turn of a loop besides its bodies: whether to go on, and what is done. */
export function turnCost(name: string): number {
  switch (name) {
    case 'all':
      return 3;
    case 'exists':
      return 4;
    case 'exists_one':
    case 'existsOne':
      return 2;
    default:
      // A list of one is made and added to what there is.
      return LIST + 2 + (name === 'filter' ? 1 : 0);
  }
}
