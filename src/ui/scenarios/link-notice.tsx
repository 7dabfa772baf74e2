import type { ReactElement } from 'react';
import { useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { problemInWords } from './run-problem.ts';
import { scenarioWords } from './strings.ts';

/** Why what the address asks for is not what is shown; it goes when it has been read. */
export function LinkNotice({
  reason,
  onClose,
}: {
  readonly reason: string;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(scenarioWords);
  const { language } = useHost();
  return (
    <div className="notice with-button" role="alert">
      <p>{t('badLink', { reason: problemInWords(reason, language) })}</p>
      <button type="button" className="btn" onClick={onClose}>
        {t('dismiss')}
      </button>
    </div>
  );
}
