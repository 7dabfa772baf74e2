import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useWindow } from '../widgets/kit/window.ts';

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly disabled?: boolean;
  readonly do: () => void;
}
export type MenuPart = MenuItem | { readonly heading: string };

/** A button with a list of commands: arrows move, Enter chooses, Esc and a press elsewhere close it. */
export function Menu(props: {
  readonly label: ReactNode;
  readonly name: string;
  readonly className?: string;
  /** Asked for whenever the list is shown. */
  readonly parts: () => readonly MenuPart[];
}): ReactElement {
  const id = useId();
  const around = useWindow();
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const items = () => [...(box.current?.querySelectorAll<HTMLButtonElement>('[role=menuitem]:not(:disabled)') ?? [])];
  useEffect(() => {
    if (!open) return;
    items()[0]?.focus();
    const outside = (event: Event) => {
      if (!(event.target instanceof Node) || !box.current?.parentElement?.contains(event.target)) setOpen(false);
    };
    around.addEventListener('pointerdown', outside);
    return () => around.removeEventListener('pointerdown', outside);
  });
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    event.stopPropagation();
    const all = items();
    const at = all.indexOf(around.document.activeElement as HTMLButtonElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setOpen(false);
    else if (to !== undefined) {
      event.preventDefault();
      all[(to + all.length) % all.length]?.focus();
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the button and its list
    <span className="e-menu" onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={props.className ?? 'k-btn k-small k-ghost'}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={props.name}
        onClick={() => setOpen(!open)}
      >
        {props.label}
      </button>
      {open && (
        <div ref={box} id={id} role="menu" aria-label={props.name} className="e-menu-list">
          {props.parts().map((part) =>
            'heading' in part ? (
              <div key={part.heading} role="presentation" className="e-menu-head">
                {part.heading}
              </div>
            ) : (
              <button
                key={part.id}
                type="button"
                role="menuitem"
                tabIndex={-1}
                disabled={part.disabled === true}
                onClick={() => {
                  close();
                  part.do();
                }}
              >
                {part.label}
              </button>
            ),
          )}
        </div>
      )}
    </span>
  );
}
