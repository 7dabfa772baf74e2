import { definePanel, fetched } from '../../public.ts';

export const panel = definePanel({
  id: 'scheduler',
  order: 6,
  title: { en: 'Scheduler', zh: '调度器' },
  view: 'scheduler',
  params: ({ decision }) => (decision === undefined ? {} : { name: decision }),
  ...fetched(async () => (await import('./scheduler-panel.tsx')).SchedulerPanel),
});
