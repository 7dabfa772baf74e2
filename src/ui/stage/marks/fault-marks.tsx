import type { ReactElement } from 'react';
import type { FaultMark, StageView } from '../../../protocol/views.ts';
import { faultWords, saidFault } from '../../widgets/fault/words.ts';
import { useWords } from '../../widgets/kit/words.ts';
import type { StageLayout } from '../layout.ts';
import './fault-marks.css';

/** What is wrong at the cursor because somebody wanted it so, in words, where it is. */
export function FaultMarks({ view, layout }: { readonly view: StageView; readonly layout: StageLayout }): ReactElement {
  const places = new Set((view.faults ?? []).map(({ place }) => landingOf(place, view)));
  return (
    <>
      {[...places].map((place) => (
        <FaultMarksOf key={place} place={place} view={view} at={pointOf(place, view, layout)} />
      ))}
    </>
  );
}

/** Those of one place. */
export function FaultMarksOf(props: {
  readonly place: string;
  readonly view: StageView;
  readonly at?: { readonly left: number; readonly top: number };
}): ReactElement | null {
  const t = useWords(faultWords);
  const { place, view, at } = props;
  const found = (view.faults ?? []).filter((each) => landingOf(each.place, view) === place);
  if (found.length === 0) return null;
  return (
    <ul
      className={at === undefined ? 'fault-marks in-row' : `fault-marks${place === 'store' ? ' at-store' : ''}`}
      style={at}
      aria-label={t('faults', { count: found.length })}
    >
      {found.map((mark) => (
        <li key={keyOf(mark)}>
          <span aria-hidden="true">⚡ </span>
          {mark.place === place ? '' : `${mark.place}: `}
          {saidFault(mark, t)}
        </li>
      ))}
    </ul>
  );
}

/** Of very many nodes none has a place of its own: what is wrong with one stands at the server, with its name. */
function landingOf(place: string, { nodes }: StageView): string {
  return place === 'store' || nodes.some(({ name }) => name === place) ? place : 'server';
}

const keyOf = ({ what, name }: FaultMark): string => `${what} ${name}`;

function pointOf(place: string, { nodes }: StageView, layout: StageLayout): { left: number; top: number } {
  const { bed, etcd } = layout;
  const node = layout.nodes[nodes.findIndex(({ name }) => name === place)];
  if (node !== undefined) return { left: node.x + 6, top: node.y + node.height - 9 };
  return { left: place === 'store' ? etcd.x - 12 : bed.x + 90, top: bed.y - 58 };
}
