import type { KeyScope } from '../../debugger/keys.ts';

const TEXT = 'input, textarea, select, [contenteditable="true"], [role="textbox"], [role="searchbox"]';
const CONTROL = 'button, a[href], summary, [role="tab"], [role="option"], [role="listbox"]';

/** To whom a key belongs, by what has the focus. */
export function scopeOf(target: EventTarget | null): KeyScope {
  if (!(target instanceof Element)) return 'page';
  if (target.closest(TEXT) !== null) return 'text';
  return target.closest(CONTROL) !== null ? 'control' : 'page';
}
