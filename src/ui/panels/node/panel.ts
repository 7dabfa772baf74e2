import { definePanel, fetched } from '../../public.ts';

export const panel = definePanel({
  id: 'node',
  order: 7,
  title: { en: 'Node', zh: '节点' },
  view: 'node',
  params: ({ node }) => (node === undefined ? {} : { name: node }),
  ...fetched(async () => (await import('./node-panel.tsx')).NodePanel),
});
