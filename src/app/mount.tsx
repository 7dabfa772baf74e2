import { type ComponentProps, type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Page } from '../ui/page.tsx';
import type { Page as PageParts } from '../ui/public.ts';
import { scaleOf } from '../ui/theme/theme.ts';
import { tellWidth } from '../ui/theme/widths.ts';

/** Draws the page into `#root`, at the size that the address asks for. */
export function mount(page: PageParts, left?: ReactNode, frame?: ComponentProps<typeof Page>['frame']): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  const scale = scaleOf(location.search);
  if (scale !== 1) {
    root.style.setProperty('zoom', String(scale));
    root.style.setProperty('height', `${100 / scale}vh`);
  }
  tellWidth(root, scale);
  createRoot(root).render(
    <StrictMode>
      <Page page={page} left={left} frame={frame} />
    </StrictMode>,
  );
}
