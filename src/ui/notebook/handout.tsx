import type { ReactElement } from 'react';
import type { KeptPin } from '../../debugger/notebook.ts';
import type { FoundAnchor } from '../../protocol/link/anchor.ts';
import { useFrameState } from '../public.ts';
import { instant } from '../widgets/kit/format.ts';
import { Rich } from '../widgets/kit/kit.tsx';
import { useWords } from '../widgets/kit/words.ts';
import { notebookWords } from './strings.ts';
import './handout.css';

export interface Told {
  /** Absent before the first step. */
  readonly says: string | undefined;
  readonly why: string | undefined;
  readonly how: FoundAnchor['how'] | undefined;
}

/** What is printed in the place of the page: each pinned moment with its sentence, the why, the note and the map. */
export function Handout(props: {
  readonly pins: readonly KeptPin[];
  readonly told: ReadonlyMap<number, Told>;
  readonly pictures: readonly (Element | undefined)[] | undefined;
  readonly title: string;
}): ReactElement {
  const t = useWords(notebookWords);
  const kubernetes = useFrameState((state) => state.kubernetes ?? '');
  const name = useFrameState((state) => state.frame?.run.name);
  const title = [props.title, name ?? []].flat().filter((each) => each !== '');
  return (
    <section className="handout" aria-hidden="true">
      <h1>{t('handout', { title: title.join(', ') || 'Kubestep' })}</h1>
      <ol>
        {props.pins.map(({ id, note, time }, place) => {
          const { says, why } = props.told.get(id) ?? {};
          const picture = props.pictures?.[place];
          return (
            <li key={id}>
              <h2>
                <Rich text={says ?? t('start')} />
              </h2>
              {time !== undefined && <p className="handout-time">{t('at', { time: instant(time) })}</p>}
              {picture !== undefined && <div className="handout-map" ref={(box) => box?.replaceChildren(picture)} />}
              {why !== undefined && (
                <p>
                  <b>{t('why')}:</b> <Rich text={why} />
                </p>
              )}
              {note !== undefined && note !== '' && <p className="handout-note">{note}</p>}
            </li>
          );
        })}
      </ol>
      <p className="handout-end">{t('made', { kubernetes })}</p>
    </section>
  );
}
