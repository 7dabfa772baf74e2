import { type ComponentProps, type ReactElement, useState } from 'react';
import { useWords } from '../widgets/kit/words.ts';
import { OutputDialog } from './output-dialog.tsx';
import { outputWords } from './output-strings.ts';

/** Shows what a command wrote as wide as the page, once that is asked for. */
export function Whole(props: Omit<ComponentProps<typeof OutputDialog>, 'onClose'>): ReactElement {
  const t = useWords(outputWords);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="k-btn k-small x-more" onClick={() => setOpen(true)}>
        {t('whole')}
      </button>
      {isOpen && <OutputDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
