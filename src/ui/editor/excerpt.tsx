import { type KeyboardEvent, type ReactElement, useMemo } from 'react';
import { useWords } from '../widgets/kit/words.ts';
import { Coloured } from './plain-editor.tsx';
import { editorWords } from './strings.ts';

const LINES = 200;
const LETTERS_A_LINE = 400;
const LETTERS = 40_000;

/** The beginning of a text that is too large to be edited: a text area would hold the page up for seconds. */
export function Excerpt(props: {
  readonly text: string;
  readonly label: string;
  readonly onApply: () => void;
}): ReactElement {
  const t = useWords(editorWords);
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
