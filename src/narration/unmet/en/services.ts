import type { HoldWords } from '../args.ts';

/** Whom a Service leads to. */
export const services: HoldWords<'noMatch' | 'nearMatch' | 'endpointsNotReady' | 'selectsNobodyYet' | 'nobodyListens'> =
  {
    noMatch: {
      say: 'its selector **{selector}** matches no Pod, and none is labelled alike',
      change: 'Let the selector name labels that Pods of this namespace have.',
    },
    nearMatch: {
      say: 'its selector **{selector}** matches no Pod; {of} has **{near}**',
      change: 'Let selector and labels say the same.',
    },
    endpointsNotReady: {
      say: ({ pods }) =>
        pods === 1
          ? 'the one Pod that **{selector}** selects is not ready'
          : 'none of the {pods} Pods that **{selector}** selects is ready',
      change: 'A Service leads to ready Pods alone: see what holds them up.',
    },
    selectsNobodyYet: {
      say: 'its selector **{selector}** fits {of}, which has no Pod',
      change: 'Give {of} Pods.',
    },
    nobodyListens: {
      say: ({ listens }) =>
        `**nobody listens** at port **{port}** in Pod {pod}, ${listens === '' ? 'where no program takes connections' : 'whose program listens at **{listens}**'}`,
      change: ({ listens }) =>
        listens === ''
          ? 'Let a program listen there, or lead the Service to other Pods.'
          : 'Let targetPort be {listens}, or let the program listen at {port}.',
    },
  };
