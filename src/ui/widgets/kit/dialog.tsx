import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';
import { kitWords } from './strings.ts';
import { useWords } from './words.ts';

/** A dialog over the page: Esc and a press outside close it, focus goes back where it was. */
export function Dialog(props: {
  readonly title: string;
  readonly wide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactElement {
  const t = useWords(kitWords);
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    const before = dialog?.ownerDocument.activeElement;
    if (dialog !== null && !dialog.open) {
      if (typeof dialog.showModal === 'function') dialog.showModal();
      else dialog.setAttribute('open', '');
    }
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      className={`k-dialog${props.wide === true ? ' k-wide' : ''}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        // A search field would only be emptied by the first.
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        props.onClose();
      }}
      onClick={(event) => {
        if (event.target === box.current) props.onClose();
      }}
    >
      <div className="k-dialog-head">
        <h2 id={id}>{props.title}</h2>
        <button type="button" className="k-btn k-small" onClick={props.onClose}>
          {t('close')}
        </button>
      </div>
      <div className="k-dialog-body">{props.children}</div>
    </dialog>
  );
}
