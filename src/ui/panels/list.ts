import { definePanel, type Panel } from '../public.ts';
import { fromRest } from './load-late.ts';
import './panels.css';
import { networkParams } from './network/params.ts';
import { StepPanel } from './step/step-panel.tsx';
import { en, type PanelKey } from './strings.en.ts';
import { zh } from './strings.zh.ts';

const title = (key: PanelKey) => ({ en: en[key], zh: zh[key] });

/** The tabs of the inspector, in the order of the keys 1…9, 0. */
export const panels: readonly Panel[] = [
  definePanel({ id: 'step', title: title('tab.step'), view: 'step', Component: StepPanel }),
  definePanel({
    id: 'object',
    title: title('tab.object'),
    view: 'object',
    params: ({ subject }) => (subject === undefined ? {} : { subject }),
    Component: fromRest((rest) => rest.ObjectPanel),
  }),
  definePanel({
    id: 'etcd',
    title: title('tab.etcd'),
    view: 'etcd',
    params: ({ etcdKey }) => (etcdKey === undefined ? {} : { name: etcdKey }),
    Component: fromRest((rest) => rest.EtcdPanel),
  }),
  definePanel({
    id: 'informers',
    title: title('tab.informers'),
    view: 'informers',
    params: ({ informer }) => (informer === undefined ? {} : { name: informer }),
    Component: fromRest((rest) => rest.InformersPanel),
  }),
  definePanel({
    id: 'queues',
    title: title('tab.queues'),
    view: 'queues',
    Component: fromRest((rest) => rest.QueuesPanel),
  }),
  definePanel({
    id: 'scheduler',
    title: title('tab.scheduler'),
    view: 'scheduler',
    params: ({ decision }) => (decision === undefined ? {} : { name: decision }),
    Component: fromRest((rest) => rest.SchedulerPanel),
  }),
  definePanel({
    id: 'node',
    title: title('tab.node'),
    view: 'node',
    params: ({ node }) => (node === undefined ? {} : { name: node }),
    Component: fromRest((rest) => rest.NodePanel),
  }),
  definePanel({
    id: 'network',
    title: title('tab.network'),
    view: 'network',
    params: networkParams,
    Component: fromRest((rest) => rest.NetworkPanel),
  }),
  definePanel({
    id: 'access',
    title: title('tab.access'),
    view: 'access',
    params: ({ access }) => (access === undefined ? {} : { name: access }),
    Component: fromRest((rest) => rest.AccessPanel),
  }),
  definePanel({
    id: 'api',
    title: title('tab.api'),
    view: 'api',
    Component: fromRest((rest) => rest.ApiPanel),
  }),
];
