import { gather } from './narrator.ts';

/** What the first story says; the rest is in `words-en-rest.ts`. */
export const words = gather(
  import.meta.glob(
    [
      '../../narration/en/*.ts',
      '!**/*.test.ts',
      '!**/{cronjob,daemonset,extensions,job,namespace,network,statefulset}.ts',
    ],
    { eager: true },
  ),
);
