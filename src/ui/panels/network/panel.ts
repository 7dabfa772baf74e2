import { definePanel, fetched } from '../../public.ts';
import { networkParams } from './params.ts';

export const panel = definePanel({
  id: 'network',
  order: 8,
  title: { en: 'Network', zh: '网络' },
  view: 'network',
  params: networkParams,
  ...fetched(async () => (await import('./network-panel.tsx')).NetworkPanel),
});
