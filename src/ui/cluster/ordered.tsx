import { type ReactElement, useId, useLayoutEffect, useRef } from 'react';
import { useWords } from '../widgets/kit/words.ts';
import { moved, toggled } from './draft.ts';
import { clusterWords } from './strings.ts';

const WAYS = [
  [-1, 'earlier', '↑'],
  [1, 'later', '↓'],
] as const;

/** Some of a few, in an order that matters: those that are taken stand first, each with buttons that move it. */
export function Ordered(props: {
  readonly legend: string;
  readonly note: string;
  readonly names: readonly string[];
  readonly taken: readonly string[];
  readonly onChange: (taken: readonly string[]) => void;
}): ReactElement {
  const t = useWords(clusterWords);
  const noteId = useId();
  const { names, taken, onChange } = props;
  const list = useRef<HTMLOListElement>(null);
  // Whoever moves a row goes on with it: the browser forgets the focus of what changes its place.
  const pressed = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (pressed.current === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${pressed.current}"]`)?.focus();
    pressed.current = undefined;
  });
  const tick = (name: string) => (
    <label>
      <input type="checkbox" checked={taken.includes(name)} onChange={() => onChange(toggled(taken, name))} /> {name}
    </label>
  );
  return (
    <fieldset className="c-ticks c-ordered" aria-describedby={noteId}>
      <legend>{props.legend}</legend>
      <p id={noteId} className="k-note">
        {props.note}
      </p>
      <ol ref={list}>
        {taken.map((name, at) => (
          <li key={name}>
            <span className="c-place">{at + 1}.</span>
            {tick(name)}
            <span className="c-moves">
              {WAYS.map(([by, word, arrow]) => (
                <button
                  key={word}
                  type="button"
                  className="k-btn k-small"
                  data-move={`${name} ${word}`}
                  aria-label={t(word, { name, place: String(at + 1) })}
                  // It can still be reached, so that the focus stays with who has come to an end of the list.
                  aria-disabled={taken[at + by] === undefined}
                  onClick={() => {
                    pressed.current = `${name} ${word}`;
                    onChange(moved(taken, name, by));
                  }}
                >
                  {arrow}
                </button>
              ))}
            </span>
          </li>
        ))}
      </ol>
      <div className="c-others">
        {names
          .filter((name) => !taken.includes(name))
          .map((name) => (
            <span key={name}>{tick(name)}</span>
          ))}
      </div>
    </fieldset>
  );
}
