import { gather } from './narrator.ts';

export { unmet } from '../../narration/unmet/zh/index.ts';

/** Of components that the first story does without. */
export const words = gather(
  import.meta.glob(
    '../../narration/zh/{apiserver-process,audit,cloud,controllers,cronjob,csi,daemonset,dns,etcdctl,extensions,facts,garbage-collector,job,namespace,network,not-modelled,panic,programs,proxy,raw-client,statefulset,upkeep}.ts',
    { eager: true },
  ),
);
