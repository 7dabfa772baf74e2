import { memo, type ReactElement, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import type { Narrator } from '../../narration/narrator.ts';
import { useWindow } from '../../widgets/kit/window.ts';
import { late } from '../../widgets/late.tsx';
import type { Opened, Place } from './opened.ts';
import { PART, partAt, pointedAt, Roving } from './roving.ts';
import './parts.css';

/** Cards are asked for now and then. */
export const loadPartCard = async () => (await import('./part-card.tsx')).PartCard;
const PartCard = late(loadPartCard);

/** So long the pointer rests on a part before its card comes, and so long it may be away before the card goes. */
const OPENS_AFTER_MS = 300;
const CLOSES_AFTER_MS = 260;

/** Listens to pointer and keyboard over the whole map, and shows the card of the part that they are on. */
export const MapParts = memo(function MapParts({
  box,
  narrator,
}: {
  readonly box: RefObject<HTMLElement | null>;
  readonly narrator: Narrator;
}): ReactElement | null {
  const [opened, setOpened] = useState<Opened>();
  const card = useRef<HTMLElement>(null);
  const now = useRef<Opened>(undefined);
  now.current = opened;
  const around = useWindow();
  useEffect(() => {
    if (box.current === null) return;
    return listen(around, box.current, card, () => now.current, setOpened);
  }, [around, box]);
  if (opened === undefined) return null;
  return (
    <Suspense>
      <PartCard
        card={card}
        opened={opened}
        box={box}
        narrator={narrator}
        onClose={() => close(box.current, opened, setOpened)}
      />
    </Suspense>
  );
});

/** Back to the part, if the focus was within its card. */
function close(box: HTMLElement | null, { id, focused }: Opened, set: (opened: undefined) => void): void {
  if (focused || box?.ownerDocument.activeElement?.closest('.part-card') != null) elementOf(box, id)?.focus();
  set(undefined);
}

function elementOf(box: HTMLElement | null, id: string): HTMLElement | undefined {
  return box?.querySelector<HTMLElement>(`[${PART}="${CSS.escape(id)}"]`) ?? undefined;
}

type Set = (opened: Opened | undefined) => void;

function listen(
  around: Window,
  box: HTMLElement,
  card: RefObject<HTMLElement | null>,
  opened: () => Opened | undefined,
  set: Set,
): () => void {
  const roving = new Roving(box);
  const watched = new MutationObserver(() => roving.keep());
  roving.keep();
  watched.observe(box, { childList: true, subtree: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = (act: () => void, ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(act, ms);
  };
  const isInCard = (target: EventTarget | null) => target instanceof Node && card.current?.contains(target) === true;
  const stays = () => opened()?.pinned === true || opened()?.focused === true;

  const onOver = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || stays()) return;
    if (isInCard(event.target)) return clearTimeout(timer);
    const found = pointedAt(event.target);
    if (found === undefined) return later(() => !stays() && set(undefined), CLOSES_AFTER_MS);
    if (found.id === opened()?.id) return clearTimeout(timer);
    const at = placeOf(found.element, event);
    later(() => !stays() && set({ id: found.id, at, pinned: false, focused: false }), OPENS_AFTER_MS);
  };
  const onLeave = () => {
    if (!stays()) later(() => !stays() && set(undefined), CLOSES_AFTER_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    const part = partAt(target);
    if (part === undefined || !box.contains(part)) {
      if (!isInCard(target) && opened()?.focused === true) set(undefined);
      return;
    }
    roving.setStop(part);
    if (!part.matches(':focus-visible')) return;
    clearTimeout(timer);
    set({ id: part.getAttribute(PART) ?? '', at: placeOf(part), pinned: false, focused: true });
  };
  const onDown = ({ target }: PointerEvent) => {
    clearTimeout(timer);
    if (!isInCard(target) && opened() !== undefined) set(undefined);
  };
  const onClick = (event: MouseEvent) => {
    const found = pointedAt(event.target);
    if (found === undefined || !box.contains(found.element)) return;
    // What opens a panel itself has said where to look.
    if (found.element.hasAttribute('data-opens')) return set(undefined);
    clearTimeout(timer);
    const focused = found.element === around.document.activeElement && event.detail === 0;
    set({ id: found.id, at: placeOf(found.element, event.detail === 0 ? undefined : event), pinned: true, focused });
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && opened() !== undefined && around.document.querySelector('dialog[open]') === null) {
      event.preventDefault();
      const open = opened() as Opened;
      return close(box, open, set);
    }
    const part = partAt(event.target);
    if (part === undefined || !box.contains(part) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      return roving.move(part, event.key === 'ArrowDown' ? 1 : -1);
    }
    // The card stands behind the map in the order of the page: from its part it is one press away.
    const first = event.key === 'Tab' && !event.shiftKey ? card.current?.querySelector('button') : undefined;
    if (first != null) {
      event.preventDefault();
      first.focus();
    }
  };
  const listening = new AbortController();
  const { signal } = listening;
  around.addEventListener('pointerover', onOver, { signal });
  box.addEventListener('pointerleave', onLeave, { signal });
  around.addEventListener('focusin', onFocus, { signal });
  around.addEventListener('pointerdown', onDown, { signal });
  box.addEventListener('click', onClick, { signal });
  around.addEventListener('keydown', onKey, { capture: true, signal });
  return () => {
    watched.disconnect();
    clearTimeout(timer);
    listening.abort();
  };
}

/** On the screen. A line is long: its card comes where the pointer is. */
function placeOf(element: Element, pointer?: { readonly clientX: number; readonly clientY: number }): Place {
  if (pointer !== undefined && !element.hasAttribute(PART)) {
    const { clientX: x, clientY: y } = pointer;
    return { left: x - 6, top: y - 6, right: x + 6, bottom: y + 6 };
  }
  return element.getBoundingClientRect();
}
