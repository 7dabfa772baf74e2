import { gather } from './narrator.ts';

/** What the first story says; the rest is in `words-more-en.ts`. */
export const words = gather(
  import.meta.glob(
    [
      '../../narration/en/*.ts',
      '../../narration/en/controllers/*.ts',
      '!**/*.test.ts',
      '!**/index.ts',
      '!**/{apiserver-process,audit,cloud,controllers,cronjob,csi,daemonset,dns,etcdctl,extensions,facts,faults,garbage-collector,job,namespace,network,not-modelled,panic,programs,proxy,raw-client,statefulset,upkeep}.ts',
    ],
    { eager: true },
  ),
);
