import { useEffect } from 'react';

/** Escape anywhere on the page, unless a field or a dialog takes it for itself. */
export function useEscape(act: (() => void) | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      if (!typing && document.querySelector('dialog[open]') === null) act?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [act]);
}
