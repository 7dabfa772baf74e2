import type { ReactElement } from 'react';
import type { UnmetView } from '../../protocol/diagnosis-view.ts';
import type { StageView } from '../../protocol/views.ts';
import { useText } from '../i18n/words.ts';
import { useView } from '../public.ts';
import { plain } from '../widgets/kit/format.ts';
import { useHost } from '../widgets/kit/host.ts';
import type { StageLayout } from './layout.ts';
import { FaultMarks } from './marks/fault-marks.tsx';
import { unmetByPlace, unmetPlaces } from './unmet-places.ts';
import './unmet-marks.css';

/** Marks where something is not as wished; each says what, and opens why. And marks of faults, which need no more than words. */
export function UnmetMarks({ view, layout }: { readonly view: StageView; readonly layout: StageLayout }): ReactElement {
  const unmet = useView('diagnosis')?.unmet ?? [];
  return (
    <>
      <FaultMarks view={view} layout={layout} />
      {unmetPlaces(unmet, view, layout).map(({ key, x, y, unmet: found }) => (
        <UnmetMark key={key} found={found} at={{ left: x, top: y }} />
      ))}
    </>
  );
}

/** The marks of one place where places stand one below the other. */
export function UnmetMarkOf(props: { readonly place: string; readonly view: StageView }): ReactElement | null {
  const unmet = useView('diagnosis')?.unmet ?? [];
  const found = unmetByPlace(unmet, props.view).get(props.place);
  return found === undefined ? null : <UnmetMark found={found} />;
}

function UnmetMark(props: {
  readonly found: readonly UnmetView[];
  readonly at?: { readonly left: number; readonly top: number };
}): ReactElement {
  const t = useText();
  const host = useHost();
  const { found, at } = props;
  const says = found.map((each) => plain(host.unmet?.(each)?.says ?? each.subject)).join('\n');
  const label = `${t('unmetNow', { count: found.length })}. ${says}`;
  return (
    <button
      type="button"
      className={at === undefined ? 'unmet-mark in-row' : 'unmet-mark'}
      style={at}
      title={label}
      aria-label={label}
      onClick={() => host.openWhy({ type: 'unmet', subject: found[0]?.subject ?? '' })}
    >
      <span aria-hidden="true">{found.length === 1 ? '!' : `!${found.length}`}</span>
    </button>
  );
}
