import { gather } from './narrator.ts';

/** What the first story does without; the same names are left out in `words-en.ts`. */
export const { texts } = gather(
  import.meta.glob('../../narration/en/{cronjob,daemonset,extensions,job,namespace,network,statefulset}.ts', {
    eager: true,
  }),
);
