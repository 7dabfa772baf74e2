import { type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { scaleOf } from '../ui/theme/theme.ts';
import { enlarge, tellWidth } from '../ui/theme/widths.ts';

/** Draws a page into `#root`, at the size that the address asks for. */
export function mount(page: ReactElement): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('the page has no #root');
  const scale = scaleOf(location.search);
  if (scale !== 1) enlarge(root, scale);
  tellWidth(root);
  createRoot(root).render(<StrictMode>{page}</StrictMode>);
}
