import { describe, expect, it } from 'vitest';
import { movedWithin, within } from './range.ts';

describe('a demo that shows a piece of a story', () => {
  const range = [5, 12] as const;

  it('is never left by a move whose end is known', () => {
    expect(movedWithin(range, 11, { type: 'step', by: 3 })).toEqual({ type: 'step', by: 1 });
    expect(movedWithin(range, 5, { type: 'step', by: -1 })).toEqual({ type: 'step', by: 0 });
    expect(movedWithin(range, 7, { type: 'index', index: 40 })).toEqual({ type: 'index', index: 12 });
    expect(movedWithin(range, 7, { type: 'seek', to: 'start' })).toEqual({ type: 'index', index: 5 });
    expect(movedWithin(range, 7, { type: 'seek', to: 'end' })).toEqual({ type: 'index', index: 12 });
  });

  it('leaves all other moves, and every move of a whole story, as they are', () => {
    expect(movedWithin(range, 7, { type: 'scene', by: 1 })).toEqual({ type: 'scene', by: 1 });
    expect(movedWithin(undefined, 7, { type: 'seek', to: 'end' })).toEqual({ type: 'seek', to: 'end' });
    expect([within(range, 1), within(range, 99), within(undefined, 99)]).toEqual([5, 12, 99]);
  });
});
