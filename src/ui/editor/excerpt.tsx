import { type KeyboardEvent, type ReactElement, useMemo } from 'react';
import { type Dictionary, useWords } from '../widgets/kit/words.ts';
import { Coloured } from './plain-editor.tsx';

const en = { excerpt: 'The beginning of {size} MB: too large to be edited here. Apply takes all of it.' };
const zh: Record<keyof typeof en, string> = {
  excerpt: '共 {size} MB，这里只显示开头：太大，无法在此编辑。应用时会使用全部内容。',
};
const words: Dictionary<keyof typeof en> = { en, zh };

const LINES = 200;
const LETTERS_A_LINE = 400;
const LETTERS = 40_000;

/** The beginning of a text that is too large to be edited: a text area would hold the page up for seconds. */
export function Excerpt(props: {
  readonly text: string;
  readonly label: string;
  readonly onApply: () => void;
}): ReactElement {
  const t = useWords(words);
  const { text, label } = props;
  const beginning = useMemo(() => beginningOf(text), [text]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    props.onApply();
  };
  return (
    <>
      <section
        className="e-plain e-excerpt"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div className="e-shade">
          <Coloured text={beginning} markers={NO_MARKERS} />
        </div>
      </section>
      <p className="e-excerpt-note">{t('excerpt', { size: (text.length / 1_000_000).toFixed(1) })}</p>
    </>
  );
}

const NO_MARKERS = [] as const;

function beginningOf(text: string): string {
  return text
    .slice(0, LETTERS)
    .split('\n')
    .slice(0, LINES)
    .map((line) => (line.length > LETTERS_A_LINE ? `${line.slice(0, LETTERS_A_LINE)}…` : line))
    .join('\n');
}
