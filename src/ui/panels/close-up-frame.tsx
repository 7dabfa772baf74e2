import './close-up-frame.css';
import type { ReactElement, ReactNode } from 'react';
import { useWords } from '../widgets/kit/words.ts';
import { useEscape } from '../widgets/use-escape.ts';
import { panelWords } from './words.ts';

/** What stands in place of the map: whose inside it is, in that one's colour, and the way back. */
export function CloseUpFrame(props: {
  readonly of: 'scheduler' | 'proxy';
  readonly sign: ReactNode;
  readonly subtitle: string;
  readonly onBack: (() => void) | undefined;
  readonly children: ReactNode;
}): ReactElement {
  const t = useWords(panelWords);
  const { of, sign, subtitle, onBack, children } = props;
  useEscape(onBack);
  return (
    <div className="p-close-up">
      <header>
        <span className={`p-sign p-of-${of}`}>{sign}</span>
        <span className="k-soft">{subtitle}</span>
        {onBack !== undefined && (
          <button type="button" className="k-btn k-small k-ghost p-back" onClick={onBack}>
            {t('back')} <kbd className="kbd">Esc</kbd>
          </button>
        )}
      </header>
      {children}
    </div>
  );
}
