import { definePanel, fetched } from '../../public.ts';

export const panel = definePanel({
  id: 'informers',
  order: 4,
  title: { en: 'Informers', zh: 'Informer' },
  view: 'informers',
  params: ({ informer }) => (informer === undefined ? {} : { name: informer }),
  ...fetched(async () => (await import('./informers-panel.tsx')).InformersPanel),
});
