import { definePanel, fetched } from '../../public.ts';

export const panel = definePanel({
  id: 'access',
  order: 9,
  title: { en: 'Access', zh: '访问' },
  view: 'access',
  params: ({ access }) => (access === undefined ? {} : { name: access }),
  ...fetched(async () => (await import('./access-panel.tsx')).AccessPanel),
});
