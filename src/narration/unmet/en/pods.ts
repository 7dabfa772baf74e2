import type { HoldWords } from '../args.ts';

/** What a Pod itself holds up. */
export const pods: HoldWords<'podWord' | 'unknown'> = {
  podWord: {
    say: 'Pod {pod} is **{word}**',
    change: 'See what `kubectl describe pod {pod}` says.',
  },
  unknown: {
    say: 'whoever looks after it has not acted yet',
    change: 'Give it time, and look at the queue of its controller.',
  },
};
