import type { UnmetWords } from '../args.ts';
import { cluster } from './cluster.ts';
import { objects } from './objects.ts';
import { pods } from './pods.ts';
import { refusals } from './refusals.ts';
import { scheduling } from './scheduling.ts';
import { services } from './services.ts';
import { wishes } from './wishes.ts';

export const unmet: UnmetWords = {
  wishes,
  holds: { ...cluster, ...refusals, ...scheduling, ...pods, ...services, ...objects },
  ofItself: (clause) => clause.replace(/ of Pod \{pod\}/g, '').replace(/Pod \{pod\}/g, 'it'),
  join: (wish, hold) => `${wish}: ${hold}.`,
};
