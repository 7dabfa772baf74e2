import type { UnmetWords } from '../args.ts';
import { cluster } from './cluster.ts';
import { pods } from './pods.ts';
import { refusals } from './refusals.ts';
import { services } from './services.ts';
import { wishes } from './wishes.ts';

export const unmet: UnmetWords = {
  wishes,
  holds: { ...cluster, ...refusals, ...pods, ...services },
  join: (wish, hold) => `${wish}: ${hold}.`,
};
