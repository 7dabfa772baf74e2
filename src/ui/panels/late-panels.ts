/** The panels that nobody sees before choosing them, and the scheduler's close-up: one chunk, fetched when the page rests. */

export { AccessPanel } from './access/access-panel.tsx';
export { ApiPanel } from './api/api-panel.tsx';
export { EtcdPanel } from './etcd/etcd-panel.tsx';
export { InformersPanel } from './informers/informers-panel.tsx';
export { NetworkCloseUp } from './network/close-up.tsx';
export { NetworkPanel } from './network/network-panel.tsx';
export { PacketOnMap } from './network/packet-on-map.tsx';
export { NodePanel } from './node/node-panel.tsx';
export { ObjectPanel } from './object/object-panel.tsx';
export { QueuesPanel } from './queues/queues-panel.tsx';
export { SchedulerCloseUp } from './scheduler/close-up.tsx';
export { SchedulerPanel } from './scheduler/scheduler-panel.tsx';
