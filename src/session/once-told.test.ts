import { expect, it, vi } from 'vitest';
import type { Frame } from '../protocol/messages.ts';
import { createFrameStore } from './frame-store.ts';
import { onceTold } from './once-told.ts';

const frame = (index: number, quiescent = false) => ({ frame: { index, quiescent } as Frame });

it('waits for the first step, and calls once', () => {
  const frames = createFrameStore();
  const then = vi.fn();
  onceTold(frames, then);
  frames.setState(frame(0));
  expect(then).not.toHaveBeenCalled();
  frames.setState(frame(1));
  frames.setState(frame(2));
  expect(then).toHaveBeenCalledOnce();
});

it.each([
  ['a page without an engine', { status: 'failed' as const }],
  ['an empty cluster at rest', frame(0, true)],
])('does not wait for a step of %s', (_, state) => {
  const frames = createFrameStore();
  const then = vi.fn();
  onceTold(frames, then);
  frames.setState(state);
  expect(then).toHaveBeenCalledOnce();
  const late = vi.fn();
  onceTold(frames, late);
  expect(late).toHaveBeenCalledOnce();
});

it('calls nobody who has gone', () => {
  const frames = createFrameStore();
  const then = vi.fn();
  onceTold(frames, then)();
  frames.setState(frame(1));
  expect(then).not.toHaveBeenCalled();
});
