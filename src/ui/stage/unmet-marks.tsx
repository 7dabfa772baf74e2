import type { ReactElement } from 'react';
import type { StageView } from '../../protocol/views.ts';
import { useText } from '../i18n/words.ts';
import { useView } from '../public.ts';
import { plain } from '../widgets/kit/format.ts';
import { useHost } from '../widgets/kit/host.ts';
import type { StageLayout } from './layout.ts';
import { unmetPlaces } from './unmet-places.ts';
import './unmet-marks.css';

/** Marks where something is not as wished; each says what, and opens why. */
export function UnmetMarks({
  view,
  layout,
}: {
  readonly view: StageView;
  readonly layout: StageLayout;
}): ReactElement | null {
  const t = useText();
  const host = useHost();
  const unmet = useView('diagnosis')?.unmet ?? [];
  if (unmet.length === 0) return null;
  return (
    <>
      {unmetPlaces(unmet, view, layout).map(({ key, x, y, unmet: found }) => {
        const says = found.map((each) => plain(host.unmet?.(each)?.says ?? each.subject)).join('\n');
        const label = `${t('unmetNow', { count: found.length })}. ${says}`;
        return (
          <button
            key={key}
            type="button"
            className="unmet-mark"
            style={{ left: x, top: y }}
            title={label}
            aria-label={label}
            onClick={() => host.openWhy({ type: 'unmet', subject: found[0]?.subject ?? '' })}
          >
            <span aria-hidden="true">{found.length === 1 ? '!' : `!${found.length}`}</span>
          </button>
        );
      })}
    </>
  );
}
