import { gather } from './narrator.ts';

/** What the first story says; the rest is in `words-zh-rest.ts`. */
export const words = gather(
  import.meta.glob(
    [
      '../../narration/zh/*.ts',
      '!**/*.test.ts',
      '!**/{cronjob,daemonset,extensions,job,namespace,network,statefulset}.ts',
    ],
    { eager: true },
  ),
);
