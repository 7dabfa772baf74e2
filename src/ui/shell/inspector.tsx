import { type KeyboardEvent, type ReactElement, Suspense, useDeferredValue, useId } from 'react';
import type { ViewParams } from '../../protocol/messages.ts';
import { type Panel, useFrameState, usePage, useSubscription, useView, useViewer } from '../public.ts';
import { useHost } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { Failed } from './safe.tsx';
import { shellWords } from './strings.ts';

/** The tabs of the right column; one Tab stop, arrows move among them. */
export function Inspector({ panels }: { readonly panels: readonly Panel[] }): ReactElement | null {
  const t = useWords(shellWords);
  const id = useId();
  const { viewer } = usePage();
  const { language } = useHost();
  const chosen = useViewer((state) => state.panel);
  const at = Math.max(
    0,
    panels.findIndex((panel) => panel.id === chosen),
  );
  const panel = panels[at];
  if (panel === undefined) return null;
  const choose = (place: number) => {
    const next = panels[(place + panels.length) % panels.length];
    if (next !== undefined) viewer.setState({ panel: next.id });
    document.getElementById(`${id}-tab-${next?.id}`)?.focus();
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
      <div className="itabs" role="tablist" aria-label={t('panels')} onKeyDown={onKey}>
        {panels.map((one, place) => (
          <button
            key={one.id}
            id={`${id}-tab-${one.id}`}
            type="button"
            role="tab"
            aria-selected={one === panel}
            aria-controls={`${id}-panel`}
            tabIndex={one === panel ? 0 : -1}
            aria-keyshortcuts={place < 9 ? String(place + 1) : undefined}
            onClick={() => viewer.setState({ panel: one.id })}
          >
            {one.title[language]}
          </button>
        ))}
      </div>
      <div className="ibody" id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-tab-${panel.id}`}>
        <h2 className="unseen">{panel.title[language]}</h2>
        <Shown key={panel.id} panel={panel} />
      </div>
    </>
  );
}

const NO_PARAMS: ViewParams = {};

function Shown({ panel }: { readonly panel: Panel }): ReactElement | null {
  const { looking } = useHost();
  useSubscription(panel.view, panel.params?.(looking) ?? NO_PARAMS);
  // The map and the sentence first: the panel follows a frame later, and not at all for steps that are passed over.
  const view = useDeferredValue(useView(panel.view));
  const failed = useFrameState((state) => state.failedViews[panel.view]);
  if (failed !== undefined) return <Failed reason={failed} />;
  if (view === undefined && panel.view !== 'object' && panel.view !== 'step') return null;
  return (
    <Suspense>
      <panel.Component view={view} />
    </Suspense>
  );
}
