import type { ReactElement } from 'react';
import { PANES } from '../../../debugger/layout.ts';
import { usePage } from '../../public.ts';
import { useWords } from '../../widgets/kit/words.ts';
import { showPanes } from './second-window.ts';
import { paneWords } from './strings.ts';

/** What stands where panes would stand, when there is none. */
export function Bare(): ReactElement {
  const t = useWords(paneWords);
  const { viewer } = usePage();
  return (
    <div className="panes-bare">
      <p>{t('bare')}</p>
      <button type="button" className="k-btn" onClick={() => showPanes(viewer, PANES)}>
        {t('back')}
      </button>
    </div>
  );
}
