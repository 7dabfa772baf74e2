import { type ReactElement, useState } from 'react';
import type { Candidate } from '../../protocol/queries.ts';
import { useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { terminalWords } from './strings.ts';

/** A line, and where in it one types. */
export interface Place {
  readonly text: string;
  readonly at: number;
}

interface Offered {
  /** The line with what fits all of them. */
  readonly base: Place;
  readonly from: number;
  readonly candidates: readonly Candidate[];
  /** The one that stands in the line by now; none of them: -1. */
  readonly chosen: number;
}

/** What Tab makes of a line. */
export interface Completion {
  readonly offered: Offered | undefined;
  readonly isNothing: boolean;
  /** The next one, where several are offered; else what fits. Undefined: nothing changes. */
  press(place: Place, before: string, back: boolean): Promise<Place | undefined>;
  choose(index: number): Place | undefined;
  close(): void;
}

/** As a shell completes: the only one at once, of several what they have in common, and each of them by further presses. */
export function useCompletion(files: readonly { readonly name: string }[]): Completion {
  const host = useHost();
  const [offered, setOffered] = useState<Offered>();
  const [isNothing, setNothing] = useState(false);
  const close = () => {
    setOffered(undefined);
    setNothing(false);
  };
  const choose = (index: number): Place | undefined => {
    if (offered === undefined) return undefined;
    const { base, from, candidates } = offered;
    const { length } = candidates;
    const chosen = ((index % length) + length) % length;
    setOffered({ ...offered, chosen });
    return replaced(base, from, candidates[chosen]?.text ?? '');
  };
  const press = async (place: Place, before: string, back: boolean): Promise<Place | undefined> => {
    if (offered !== undefined) return choose(offered.chosen + (back ? -1 : 1));
    const head = before === '' ? '' : `${before}\n`;
    const names = files.map(({ name }) => name);
    const asked = { type: 'complete', text: head + place.text, at: head.length + place.at, files: names } as const;
    const found = await host.query(asked).catch(() => undefined);
    const { candidates = [] } = found ?? {};
    const from = (found?.from ?? 0) - head.length;
    const [only] = candidates;
    setNothing(only === undefined);
    if (only === undefined) return undefined;
    if (candidates.length === 1) return replaced(place, from, only.goesOn === true ? only.text : `${only.text} `);
    const shared = sharedBeginning(candidates.map(({ text }) => text));
    const base = shared.length > place.at - from ? replaced(place, from, shared) : place;
    setOffered({ base, from, candidates, chosen: -1 });
    return base;
  };
  return { offered, isNothing, press, choose, close };
}

function replaced({ text, at }: Place, from: number, word: string): Place {
  const rest = text.slice(at);
  const own = word.endsWith(' ') && rest.startsWith(' ') ? word.slice(0, -1) : word;
  return { text: text.slice(0, from) + own + rest, at: from + own.length };
}

function sharedBeginning(texts: readonly string[]): string {
  const [first = ''] = texts;
  let length = first.length;
  for (const text of texts) while (!text.startsWith(first.slice(0, length))) length -= 1;
  return first.slice(0, length);
}

/** All that fit, below the line. */
export function Candidates(props: {
  readonly completion: Completion;
  readonly onChoose: (place: Place | undefined) => void;
}): ReactElement | null {
  const t = useWords(terminalWords);
  const { completion, onChoose } = props;
  const { offered, isNothing } = completion;
  const count = offered?.candidates.length ?? 0;
  return (
    <>
      <p role="status" className="k-sr">
        {isNothing ? t('fits.none') : count > 0 ? t('fits', { count }) : ''}
      </p>
      {offered !== undefined && (
        <ul className="x-fits" aria-label={t('fits', { count })}>
          {offered.candidates.map(({ text, about }, place) => (
            <li key={text}>
              <button
                type="button"
                tabIndex={-1}
                aria-pressed={place === offered.chosen}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(completion.choose(place))}
              >
                {text}
                {about !== undefined && <small>{about}</small>}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
