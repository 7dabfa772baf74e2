import { definePanel, fetched } from '../../public.ts';

export const panel = definePanel({
  id: 'object',
  order: 2,
  title: { en: 'Object', zh: '对象' },
  view: 'object',
  params: ({ subject }) => (subject === undefined ? {} : { subject }),
  ...fetched(async () => (await import('./object-panel.tsx')).ObjectPanel),
});
