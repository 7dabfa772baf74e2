import { describe, expect, it } from 'vitest';
import { createFrameStore } from '../../session/frame-store.ts';
import { followFrames, type Wait } from './following.tsx';

function followed() {
  const source = createFrameStore();
  let waiting: (() => void) | undefined;
  const wait: Wait = (then) => {
    waiting = then;
    return () => {
      waiting = undefined;
    };
  };
  let pace: Wait | undefined;
  const { frames, follow } = followFrames(source, () => pace);
  const leave = follow();
  return {
    leave,
    come: (message: string) => source.setState({ message }),
    shown: () => frames.getState().message,
    hurry: (yes: boolean) => {
      pace = yes ? wait : undefined;
    },
    later: () => waiting?.(),
    isWaiting: () => waiting !== undefined,
  };
}

describe('what follows the map', () => {
  it('comes with it at rest', () => {
    const { come, shown } = followed();
    come('a');
    expect(shown()).toBe('a');
  });

  it('comes later when there is a hurry; what is passed over is not shown, the newest is', () => {
    const { come, shown, hurry, later } = followed();
    hurry(true);
    come('a');
    come('b');
    expect(shown()).toBeUndefined();
    later();
    expect(shown()).toBe('b');
    come('c');
    expect(shown()).toBe('b');
    later();
    expect(shown()).toBe('c');
  });

  it('waits no longer when the hurry is over, or when nobody looks any more', () => {
    const { come, shown, hurry, isWaiting, leave } = followed();
    hurry(true);
    come('a');
    hurry(false);
    come('b');
    expect([shown(), isWaiting()]).toEqual(['b', false]);
    hurry(true);
    come('c');
    leave();
    expect([shown(), isWaiting()]).toEqual(['b', false]);
  });
});
