import { definePanel, fetched } from '../../public.ts';

export const panel = definePanel({
  id: 'api',
  order: 10,
  title: { en: 'API', zh: 'API' },
  view: 'api',
  ...fetched(async () => (await import('./api-panel.tsx')).ApiPanel),
});
