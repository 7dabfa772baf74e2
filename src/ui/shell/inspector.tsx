import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { ViewParams } from '../../protocol/messages.ts';
import { type Panel, useFrameState, usePage, useSubscription, useView, useViewer } from '../public.ts';
import { useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { OpensBelow } from '../widgets/line.tsx';
import { useSize } from '../widgets/use-size.ts';
import { Failed } from './safe.tsx';
import { shellWords } from './strings.ts';

/** The tabs of the right column; one Tab stop, arrows move among them. What has no room in the row stands in a list behind it. */
export function Inspector({ panels }: { readonly panels: readonly Panel[] }): ReactElement | null {
  const t = useWords(shellWords);
  const id = useId();
  const { viewer } = usePage();
  const { language } = useHost();
  const row = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const size = useSize(row);
  const chosen = useViewer((state) => state.panel);
  const at = Math.max(
    0,
    panels.findIndex((panel) => panel.id === chosen),
  );
  const panel = panels[at];
  if (panel === undefined) return null;
  const shown = tabsThatFit(
    panels.map(({ title }) => title[language]),
    at,
    size?.width ?? 340,
  );
  const choose = (place: number) => {
    const next = panels[(place + panels.length) % panels.length];
    if (next === undefined) return;
    flushSync(() => viewer.setState({ panel: next.id }));
    row.current?.ownerDocument.getElementById(`${id}-tab-${next.id}`)?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined || event.shiftKey || event.ctrlKey) return;
    choose(at + by);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className="itabs" ref={row}>
        <div className="itabs-row" role="tablist" aria-label={t('panels')} onKeyDown={onKey}>
          {panels.map((one, place) =>
            shown.has(place) ? (
              <button
                key={one.id}
                id={`${id}-tab-${one.id}`}
                type="button"
                role="tab"
                aria-selected={one === panel}
                aria-controls={`${id}-panel`}
                tabIndex={one === panel ? 0 : -1}
                aria-keyshortcuts={keyOf(place)}
                onClick={() => viewer.setState({ panel: one.id })}
              >
                {one.title[language]}
              </button>
            ) : null,
          )}
        </div>
        {shown.size < panels.length && (
          <span className="pick itabs-more">
            <select
              aria-label={t('morePanels')}
              value=""
              onChange={(event) => viewer.setState({ panel: event.currentTarget.value })}
            >
              <option value="" disabled hidden>
                {t('more', { count: panels.length - shown.size })}
              </option>
              {panels.map((one, place) =>
                shown.has(place) ? null : (
                  <option key={one.id} value={one.id}>
                    {one.title[language]}
                    {` (${keyOf(place)})`}
                  </option>
                ),
              )}
            </select>
            <OpensBelow />
          </span>
        )}
      </div>
      <div
        ref={body}
        className={`ibody of-${panel.id}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        tabIndex={0}
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-tab-${panel.id}`}
      >
        <h2 className="unseen">{panel.title[language]}</h2>
        <Shown key={panel.id} panel={panel} body={body} />
      </div>
    </>
  );
}

/** 1…9, and 0 for the tenth. */
function keyOf(place: number): string {
  return String((place + 1) % 10);
}

const TAB_GAP = 13;
const ROW_PADDING = 32;
const MORE_WIDTH = 74;

/** Places of the tabs that stand in one row: the first ones, and always the chosen one. */
function tabsThatFit(titles: readonly string[], chosen: number, width: number): ReadonlySet<number> {
  const widths = titles.map(
    (title) => TAB_GAP + [...title].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 13 : 7.3), 0),
  );
  const room = width - ROW_PADDING + TAB_GAP;
  if (widths.reduce((sum, one) => sum + one, 0) <= room) return new Set(titles.keys());
  let left = room - MORE_WIDTH - (widths[chosen] ?? 0);
  const shown = new Set([chosen]);
  for (const [place, one] of widths.entries()) {
    if (place === chosen) continue;
    left -= one;
    if (left < 0) break;
    shown.add(place);
  }
  return shown;
}

const NO_PARAMS: ViewParams = {};

type Box = RefObject<HTMLDivElement | null>;

function Shown({ panel, body }: { readonly panel: Panel; readonly body: Box }): ReactElement | null {
  const { looking } = useHost();
  useSubscription(panel.view, panel.params?.(looking) ?? NO_PARAMS);
  const view = useView(panel.view);
  const failed = useFrameState((state) => state.failedViews[panel.view]);
  useNowInSight(body, looking.section === undefined ? view : undefined);
  const drawn = useMemo(() => <panel.Component view={view} />, [panel, view]);
  if (failed !== undefined) return <Failed reason={failed} />;
  if (view === undefined && panel.view !== 'object' && panel.view !== 'step') return <Coming />;
  return <Suspense fallback={<Coming />}>{drawn}</Suspense>;
}

const WORTH_SAYING = 300;

/** A panel whose script or view is long in coming; what comes at once is not announced. */
function Coming(): ReactElement | null {
  const t = useWords(shellWords);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), WORTH_SAYING);
    return () => clearTimeout(timer);
  }, []);
  return isLong ? <p className="k-pad k-note">{t('coming')}</p> : null;
}

const AFTER_A_STEP = 160;

/** What this step touches is brought into sight once one stands still; what is in sight already does not move. */
function useNowInSight(body: Box, view: unknown): void {
  useEffect(() => {
    if (view === undefined) return;
    const timer = setTimeout(() => {
      const [box, now] = [body.current, body.current?.querySelector('.k-now')];
      if (!box || !now) return;
      const [place, room] = [now.getBoundingClientRect(), box.getBoundingClientRect()];
      if (place.top >= room.top && place.top < room.bottom - place.height) return;
      box.scrollTop += place.top - room.top - room.height / 3;
    }, AFTER_A_STEP);
    return () => clearTimeout(timer);
  }, [body, view]);
}
