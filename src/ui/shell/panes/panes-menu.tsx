import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { layoutOf, PANES, type PaneName } from '../../../debugger/layout.ts';
import { usePage, useViewer } from '../../public.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { say, useWords } from '../../widgets/kit/words.ts';
import { changeLayout, shownLayout } from './places.ts';
import { bringBack, showPanes, takeApart } from './second-window.ts';
import { paneWords } from './strings.ts';

/** Every pane with what can be done with it; it stands beside what it changes, so that one sees that at once. */
export function PanesMenu({ onClose }: { readonly onClose: () => void }): ReactElement {
  const t = useWords(paneWords);
  const { viewer } = usePage();
  const words = useViewer(shownLayout);
  const isLent = useViewer(({ lentLayout }) => lentLayout !== undefined);
  const apart = useViewer((state) => state.apart);
  const [isRefused, setRefused] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { closed } = layoutOf(words);
  useEffect(() => {
    box.current?.querySelector('input')?.focus();
    const outside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.parentElement?.contains(target)) onClose();
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [onClose]);
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key === 'Escape') onClose();
  };
  const show = (pane: PaneName) => showPanes(viewer, [pane]);
  const hide = (pane: PaneName) => changeLayout(viewer, (now) => ({ ...now, closed: [...now.closed, pane] }));
  const enlarge = (pane: PaneName) => {
    show(pane);
    changeLayout(viewer, (now) => ({ ...now, full: pane }));
    onClose();
  };
  const { language } = useHost();
  const takeOut = (pane: PaneName) => {
    const titleOf = () => `${say(paneWords, viewer.getState().language, pane)} · Kubestep`;
    show(pane);
    if (takeApart(viewer, pane, titleOf)) onClose();
    else setRefused(true);
  };
  return (
    <div ref={box} className="panes-menu" role="dialog" aria-label={t('title')} lang={language} onKeyDown={onKeyDown}>
      {isLent && (
        <p className="panes-lent">
          {t('lent')}
          <button type="button" className="k-btn k-small" onClick={() => viewer.setState({ lentLayout: undefined })}>
            {t('own')}
          </button>
          <button
            type="button"
            className="k-btn k-small"
            onClick={() => viewer.setState({ layout: words, lentLayout: undefined })}
          >
            {t('keep')}
          </button>
        </p>
      )}
      <ul>
        {PANES.map((pane) => {
          const name = t(pane);
          const isApart = apart[pane] !== undefined;
          const isShown = !isApart && !closed.includes(pane);
          return (
            <li key={pane}>
              <label>
                <input
                  type="checkbox"
                  aria-label={t('show', { pane: name })}
                  checked={isShown}
                  onChange={() => (isShown ? hide(pane) : show(pane))}
                />
                {name}
              </label>
              <button
                type="button"
                className="k-btn k-small"
                aria-label={t('fullOf', { pane: name })}
                onClick={() => enlarge(pane)}
              >
                {t('full')}
              </button>
              {isApart ? (
                <button
                  type="button"
                  className="k-btn k-small"
                  aria-label={t('backOf', { pane: name })}
                  onClick={() => show(pane)}
                >
                  {t('back')}
                </button>
              ) : (
                <button
                  type="button"
                  className="k-btn k-small"
                  aria-label={t('apartOf', { pane: name })}
                  onClick={() => takeOut(pane)}
                >
                  {t('apart')}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {isRefused && (
        <p className="k-bad" role="alert">
          {t('refused')}
        </p>
      )}
      <p className="k-note">{t('note')}</p>
      <button
        type="button"
        className="k-btn k-small"
        disabled={words === '' && Object.values(apart).every((one) => one === undefined)}
        onClick={() => {
          for (const pane of PANES) bringBack(viewer, pane);
          changeLayout(viewer, () => ({ sizes: {}, closed: [] }));
        }}
      >
        {t('reset')}
      </button>
    </div>
  );
}
