import { definePanel, fetched } from '../../public.ts';

export const panel = definePanel({
  id: 'etcd',
  order: 3,
  title: { en: 'etcd', zh: 'etcd' },
  view: 'etcd',
  params: ({ etcdKey }) => (etcdKey === undefined ? {} : { name: etcdKey }),
  ...fetched(async () => (await import('./etcd-panel.tsx')).EtcdPanel),
});
