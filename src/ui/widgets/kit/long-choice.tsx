import { type ReactElement, useId, useState } from 'react';

/** So many of those that fit are offered: a browser's own list of thousands takes seconds to open. */
const MOST_OFFERED = 60;

/** Those whose names have all the words, as people count: `node-2` before `node-10`. */
export function fitting(options: readonly string[], text: string, show: (option: string) => string): readonly string[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const { compare } = new Intl.Collator('en', { numeric: true });
  return options
    .filter((option) => words.every((word) => show(option).toLowerCase().includes(word)))
    .sort((a, b) => compare(show(a), show(b)))
    .slice(0, MOST_OFFERED);
}

/** One of very many: what is typed finds it, by any part of its name. */
export function LongChoice(props: {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly string[];
  readonly show: (option: string) => string;
  readonly onChoose: (option: string) => void;
}): ReactElement {
  const { label, value, options, show, onChoose } = props;
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const offered = typed === undefined ? [] : fitting(options, typed, show);
  const choose = (option: string | undefined) => {
    if (option === undefined) return;
    setTyped(undefined);
    onChoose(option);
  };
  return (
    <div className="k-choice">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="k-field"
        list={`${id}-list`}
        autoComplete="off"
        spellCheck={false}
        value={typed ?? (value === undefined ? '' : show(value))}
        placeholder={String(options.length)}
        onFocus={(event) => {
          setTyped('');
          event.currentTarget.select();
        }}
        onBlur={() => setTyped(undefined)}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          const named = options.find((option) => show(option) === text);
          if (named !== undefined && named !== value) onChoose(named);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(offered[0]);
        }}
      />
      <datalist id={`${id}-list`}>
        {offered.map((option) => (
          <option key={option} value={show(option)} />
        ))}
      </datalist>
    </div>
  );
}
