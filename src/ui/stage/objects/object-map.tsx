import { memo, type ReactElement, useMemo, useRef } from 'react';
import type { ObjectsView, TieSort } from '../../../protocol/objects-view.ts';
import { useSubscription, useView } from '../../public.ts';
import { ObjectMark, PodMark } from '../../widgets/glyphs.tsx';
import { shorten } from '../../widgets/kit/format.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { useWords } from '../../widgets/kit/words.ts';
import { useSize } from '../../widgets/use-size.ts';
import { BOX_HEIGHT, type PlacedObject, placeObjects } from './places.ts';
import { objectWords } from './strings.ts';
import './objects.css';

/** The second view of the map: objects, and who owns, selects, lists and claims whom, at the cursor. */
export function ObjectMap(): ReactElement {
  const box = useRef<HTMLElement>(null);
  const size = useSize(box);
  const t = useWords(objectWords);
  useSubscription('objects');
  const view = useView('objects');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
    <section className="objects" ref={box} aria-label={t('label')} tabIndex={0}>
      {view !== undefined && size !== undefined && <Drawn view={view} room={size.width} />}
    </section>
  );
}

function Drawn({ view, room }: { readonly view: ObjectsView; readonly room: number }): ReactElement {
  const t = useWords(objectWords);
  const places = useMemo(() => placeObjects(view, room), [view, room]);
  if (view.objects.length === 0) return <p className="objects-none">{t('none')}</p>;
  const { width, height, boxWidth, objects, ways, columns } = places;
  const sorts = [...new Set(view.ties.map(({ sort }) => sort))].sort();
  return (
    <>
      <div className="objects-board" style={{ width, height }}>
        <svg width={width} height={height} aria-hidden="true">
          {ways.map(({ key, d, sort }) => (
            <path key={key} d={d} className={`tie ${sort}`} />
          ))}
        </svg>
        {columns.map(({ column, x }) => (
          <span key={column} className="objects-column" style={{ left: x, width: boxWidth }}>
            {t(`column.${column}`)}
          </span>
        ))}
        {objects.map((one) => (
          <ObjectBox key={one.object.subject} placed={one} width={boxWidth} ties={describe(one, view, t)} />
        ))}
      </div>
      <Legend sorts={sorts} more={view.more} />
    </>
  );
}

type Words = (key: `tie.${TieSort}`) => string;

/** `owns nginx-5d8f4: …` for those who cannot see the lines. */
function describe({ object }: PlacedObject, { ties, objects }: ObjectsView, t: Words): string {
  const names = new Map(objects.map(({ subject, name }) => [subject, name]));
  return ties
    .filter(({ from }) => from === object.subject)
    .map(({ to, sort }) => `${t(`tie.${sort}`)} ${names.get(to)}`)
    .join(', ');
}

/** Letters that a box has room for beside its mark. */
const LETTER = 6.7;

const ObjectBox = memo(function ObjectBox(props: {
  readonly placed: PlacedObject;
  readonly width: number;
  readonly ties: string;
}): ReactElement {
  const { object, x, y } = props.placed;
  const { look } = useHost();
  const { kind } = object;
  const said = [`${kind} ${object.name}`, object.state, props.ties].filter((text) => text !== '').join(': ');
  return (
    <button
      type="button"
      className={`object-box${object.now ? ' now' : ''}`}
      style={{ left: x, top: y, width: props.width, height: BOX_HEIGHT }}
      aria-label={said}
      onClick={() => look({ panel: 'object', subject: object.subject })}
    >
      {object.glyph === undefined ? (
        <ObjectMark resource={object.resource} />
      ) : (
        <PodMark glyph={object.glyph} size={15} />
      )}
      <span>
        <b>{shorten(object.name, Math.floor((props.width - 38) / LETTER))}</b>
        <small>{[kind, object.state].filter((text) => text !== '').join(' · ')}</small>
      </span>
    </button>
  );
});

function Legend({ sorts, more }: { readonly sorts: readonly TieSort[]; readonly more: number }): ReactElement {
  const t = useWords(objectWords);
  return (
    <p className="objects-legend">
      <span className="unseen">{t('legend')}: </span>
      {sorts.map((sort) => (
        <span key={sort}>
          <svg width="26" height="8" aria-hidden="true">
            <path d="M1 4h24" className={`tie ${sort}`} />
          </svg>
          {t(`tie.${sort}`)}
        </span>
      ))}
      {more > 0 && <span>{t('more', { count: more })}</span>}
    </p>
  );
}
