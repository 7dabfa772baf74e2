import { type ReactElement, useState } from 'react';
import type { Candidate } from '../../protocol/queries.ts';
import { useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import type { Place } from './offers.ts';
import { terminalWords } from './strings.ts';

interface Offered {
  readonly places: readonly Place[];
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
export function useCompletion(files: () => readonly { readonly name: string }[]): Completion {
  const host = useHost();
  const [offered, setOffered] = useState<Offered>();
  const [isNothing, setNothing] = useState(false);
  const close = () => {
    setOffered(undefined);
    setNothing(false);
  };
  const choose = (index: number): Place | undefined => {
    if (offered === undefined) return undefined;
    const { places } = offered;
    const chosen = (index + places.length) % places.length;
    setOffered({ ...offered, chosen });
    return places[chosen];
  };
  const press = async (place: Place, before: string, back: boolean): Promise<Place | undefined> => {
    if (offered !== undefined) return choose(offered.chosen + (back ? -1 : 1));
    const head = before === '' ? '' : `${before}\n`;
    const names = files().map(({ name }) => name);
    const asked = { type: 'complete', text: head + place.text, at: head.length + place.at, files: names } as const;
    const [found, ways] = await Promise.all([
      host.query(asked).catch(() => undefined),
      import('./offers.ts').catch(() => undefined),
    ]);
    const { candidates = [] } = found ?? {};
    const isNothing = candidates.length === 0;
    setNothing(isNothing);
    if (found === undefined || ways === undefined || isNothing) return undefined;
    const { base, places } = ways.offersOf(place, found.from - head.length, candidates);
    if (places.length > 1) setOffered({ places, candidates, chosen: -1 });
    return base;
  };
  return { offered, isNothing, press, choose, close };
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
