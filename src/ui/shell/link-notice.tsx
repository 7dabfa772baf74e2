import type { ReactElement } from 'react';
import { useHost } from '../widgets/kit/host.ts';
import { problemInWords } from '../widgets/kit/run-problem.ts';
import { type Dictionary, useWords } from '../widgets/kit/words.ts';

/** Why what the address asks for is not what is shown; it goes when it has been read. */
export function LinkNotice(props: { readonly reason: string; readonly onClose: () => void }): ReactElement {
  const t = useWords(words);
  const { language } = useHost();
  return (
    <div className="notice with-button" role="alert">
      <p>{t('badLink', { reason: problemInWords(props.reason, language) })}</p>
      <button type="button" className="btn" onClick={props.onClose}>
        {t('close')}
      </button>
    </div>
  );
}

const words: Dictionary<'badLink' | 'close'> = {
  en: { badLink: 'The link cannot be opened: {reason}. What is shown instead is not from it.', close: 'Close' },
  zh: { badLink: '无法打开此链接：{reason}。现在显示的内容与该链接无关。', close: '关闭' },
};
