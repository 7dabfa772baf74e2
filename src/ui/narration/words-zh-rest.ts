import { gather } from './narrator.ts';

/** What the first story does without; the same names are left out in `words-zh.ts`. */
export const { texts } = gather(
  import.meta.glob('../../narration/zh/{cronjob,daemonset,extensions,job,namespace,network,statefulset}.ts', {
    eager: true,
  }),
);
