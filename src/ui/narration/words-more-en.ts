import { gather } from './narrator.ts';

export { unmet } from '../../narration/unmet/en/index.ts';

/** Of components that the first story does without. */
export const words = gather(
  import.meta.glob(
    [
      '../../narration/en/{apiserver-process,audit,cloud,csi,dns,etcdctl,extensions,facts,faults,network,not-modelled,panic,programs,proxy,raw-client}.ts',
      '../../narration/en/controllers/{controllers,cronjob,daemonset,garbage-collector,job,namespace,statefulset,upkeep}.ts',
    ],
    { eager: true },
  ),
);
