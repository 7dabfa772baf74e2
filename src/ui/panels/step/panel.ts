import { definePanel } from '../../public.ts';
import { StepPanel } from './step-panel.tsx';

export const panel = definePanel({
  id: 'step',
  order: 1,
  title: { en: 'Step', zh: '步骤' },
  view: 'step',
  Component: StepPanel,
});
