import { type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { useWords } from '../widgets/kit/words.ts';
import { shareWords } from './strings.ts';

/** A text to be taken away, with a button that does it. */
export function Copied(props: {
  readonly label: string;
  readonly text: string;
  readonly children: ReactNode;
}): ReactElement {
  const t = useWords(shareWords);
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text);
      setSaid(t('copied'));
    } catch {
      field.current?.select();
      setSaid(t('notCopied'));
    }
  };
  return (
    <section>
      <label htmlFor={id}>{props.label}</label>
      <p className="k-note">{props.children}</p>
      <textarea
        ref={field}
        id={id}
        className="k-field k-mono"
        readOnly
        rows={3}
        spellCheck={false}
        value={props.text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="share-copy">
        <button
          type="button"
          className="k-btn k-small"
          aria-label={`${t('copy')}: ${props.label}`}
          onClick={() => void copy()}
        >
          {t('copy')}
        </button>
        <span role="status" className="k-note">
          {said}
        </span>
      </p>
    </section>
  );
}
