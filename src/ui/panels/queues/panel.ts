import { definePanel, fetched } from '../../public.ts';

export const panel = definePanel({
  id: 'queues',
  order: 5,
  title: { en: 'Queues', zh: '队列' },
  view: 'queues',
  ...fetched(async () => (await import('./queues-panel.tsx')).QueuesPanel),
});
