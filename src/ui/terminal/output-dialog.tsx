import { type KeyboardEvent, type ReactElement, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Dialog } from '../widgets/kit/dialog.tsx';
import { useWords } from '../widgets/kit/words.ts';
import { Output } from './output.tsx';
import { outputWords } from './output-strings.ts';

/** What a command wrote, as wide as the page, with a search through all of it. */
export function OutputDialog(props: {
  readonly line: string;
  readonly written: readonly { readonly stream: string; readonly text: string; readonly look: string | undefined }[];
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(outputWords);
  const { line, written, onClose } = props;
  const [sought, setSought] = useState('');
  const mark = useDeferredValue(sought);
  const [place, setPlace] = useState(0);
  const box = useRef<HTMLElement>(null);
  const count = mark === '' ? 0 : written.reduce((sum, { text }) => sum + countIn(text, mark), 0);
  const at = count === 0 ? 0 : ((place % count) + count) % count;
  useEffect(() => {
    const marks = box.current?.querySelectorAll('mark');
    for (const one of marks ?? []) one.removeAttribute('data-now');
    const now = marks?.[at];
    if (mark === '' || now === undefined) return;
    now.setAttribute('data-now', '');
    now.scrollIntoView?.({ block: 'center', inline: 'nearest' });
  }, [mark, at]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    setPlace(at + (event.shiftKey ? -1 : 1));
  };
  return (
    <Dialog title={line} wide onClose={onClose}>
      <div className="x-seek">
        <input
          type="search"
          aria-label={t('seek')}
          placeholder={t('seek')}
          value={sought}
          onChange={(event) => {
            setSought(event.currentTarget.value);
            setPlace(0);
          }}
          onKeyDown={onKeyDown}
        />
        <span role="status">{mark === '' ? '' : t('seek.count', { at: count === 0 ? 0 : at + 1, count })}</span>
        <CopyButton text={written.map(({ text }) => text).join('')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keys */}
      <section className="x-log x-whole" ref={box} tabIndex={0} aria-label={t('whole')}>
        {written.map(({ text, look }, key) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only added
          <Output key={key} text={text} look={look} mark={mark} />
        ))}
      </section>
    </Dialog>
  );
}

function countIn(text: string, mark: string): number {
  const plain = text.toLowerCase();
  const sought = mark.toLowerCase();
  let count = 0;
  for (let at = plain.indexOf(sought); at >= 0; at = plain.indexOf(sought, at + sought.length)) count += 1;
  return count;
}

/** Says that it has copied, until something else is to be copied. */
function CopyButton({ text }: { readonly text: string }): ReactElement {
  const t = useWords(outputWords);
  const [copied, setCopied] = useState<string>();
  const copy = () =>
    void navigator.clipboard
      .writeText(text)
      .then(() => setCopied(text))
      .catch(() => undefined);
  return (
    <button type="button" className="k-btn k-small" onClick={copy}>
      {copied === text ? t('copied') : t('copy')}
    </button>
  );
}
