import { type ReactElement, Suspense, useCallback, useState } from 'react';
import { usePage } from '../../public.ts';
import { useWords } from '../../widgets/kit/words.ts';
import { late } from '../../widgets/late.tsx';
import { Line } from '../../widgets/line.tsx';
import { shellWords } from '../strings.ts';
import { leaveFull, usePlaces } from './places.ts';

const PanesMenu = late(async () => (await import('./panes.tsx')).PanesMenu);

const FRAME = 'M2 3.5h12v9H2zM6 3.5v9M10.5 3.5v5.5M6 9h8';

/** Which panes there are; where one has the room of all, the way back. */
export function PanesButton(): ReactElement {
  const t = useWords(shellWords);
  const { viewer } = usePage();
  const [isOpen, setOpen] = useState(false);
  const { full } = usePlaces();
  const close = useCallback(() => setOpen(false), []);
  if (full !== undefined)
    return (
      <button type="button" className="menu panes-back" onClick={() => leaveFull(viewer)}>
        {t('allPanes')} <span className="kbd">Esc</span>
      </button>
    );
  return (
    <span className="panes">
      <button
        type="button"
        className="menu"
        aria-label={t('panes')}
        title={t('panes')}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Line d={FRAME} size={16} />
      </button>
      {isOpen && (
        <Suspense>
          <PanesMenu onClose={close} />
        </Suspense>
      )}
    </span>
  );
}
