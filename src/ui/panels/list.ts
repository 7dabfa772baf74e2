import { definePanel, type Panel } from '../public.ts';
import { EtcdPanel } from './etcd/etcd-panel.tsx';
import { InformersPanel } from './informers/informers-panel.tsx';
import { NodePanel } from './node/node-panel.tsx';
import { ObjectPanel } from './object/object-panel.tsx';
import './panels.css';
import { QueuesPanel } from './queues/queues-panel.tsx';
import { SchedulerPanel } from './scheduler/scheduler-panel.tsx';
import { StepPanel } from './step/step-panel.tsx';
import { en, type PanelKey } from './strings.en.ts';
import { zh } from './strings.zh.ts';

const title = (key: PanelKey) => ({ en: en[key], zh: zh[key] });

/** The tabs of the inspector, in the order of the keys 1…7. */
export const panels: readonly Panel[] = [
  definePanel({ id: 'step', title: title('tab.step'), view: 'step', Component: StepPanel }),
  definePanel({
    id: 'object',
    title: title('tab.object'),
    view: 'object',
    params: ({ subject }) => (subject === undefined ? {} : { subject }),
    Component: ObjectPanel,
  }),
  definePanel({
    id: 'etcd',
    title: title('tab.etcd'),
    view: 'etcd',
    params: ({ etcdKey }) => (etcdKey === undefined ? {} : { name: etcdKey }),
    Component: EtcdPanel,
  }),
  definePanel({
    id: 'informers',
    title: title('tab.informers'),
    view: 'informers',
    params: ({ informer }) => (informer === undefined ? {} : { name: informer }),
    Component: InformersPanel,
  }),
  definePanel({ id: 'queues', title: title('tab.queues'), view: 'queues', Component: QueuesPanel }),
  definePanel({
    id: 'scheduler',
    title: title('tab.scheduler'),
    view: 'scheduler',
    params: ({ decision }) => (decision === undefined ? {} : { name: decision }),
    Component: SchedulerPanel,
  }),
  definePanel({
    id: 'node',
    title: title('tab.node'),
    view: 'node',
    params: ({ node }) => (node === undefined ? {} : { name: node }),
    Component: NodePanel,
  }),
];
