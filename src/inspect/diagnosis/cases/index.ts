import type { Case } from './case.ts';
import { containers } from './containers.ts';
import { controlPlane } from './control-plane.ts';
import { jobs } from './jobs.ts';
import { leaving } from './leaving.ts';
import { objects } from './objects.ts';
import { refusals } from './refusals.ts';
import { scheduling } from './scheduling.ts';
import { services } from './services.ts';

/** Every case by its topic. */
export const CASES: { readonly [topic: string]: readonly Case[] } = {
  controlPlane,
  refusals,
  scheduling,
  containers,
  jobs,
  leaving,
  services,
  objects,
};
