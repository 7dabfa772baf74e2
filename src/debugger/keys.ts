/** What a key asks for. */
export type Command =
  | { readonly type: 'step'; readonly by: 1 | -1 }
  | { readonly type: 'scene'; readonly by: 1 | -1 }
  | { readonly type: 'enter' }
  | { readonly type: 'leave' }
  | { readonly type: 'quiescence' }
  | { readonly type: 'toggle' }
  | { readonly type: 'start' }
  | { readonly type: 'end' }
  | { readonly type: 'panel'; readonly number: number }
  | { readonly type: 'find' }
  | { readonly type: 'follow' }
  | { readonly type: 'why' }
  | { readonly type: 'breakpoint'; readonly direction: 1 | -1 }
  | { readonly type: 'breakpoints' }
  | { readonly type: 'lastChange' }
  | { readonly type: 'time' }
  | { readonly type: 'objects' }
  | { readonly type: 'cluster' }
  | { readonly type: 'full' }
  | { readonly type: 'pin' }
  | { readonly type: 'notebook' }
  | { readonly type: 'help' };

export interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Where keys belong to the focused thing: text fields take all, controls that Space operates take that one. */
export type KeyScope = 'page' | 'control' | 'text';

/** Without `characters` a key that types one asks for nothing: who dictates would press it with every word. */
export function commandOf(event: Key, scope: KeyScope, characters = true): Command | undefined {
  if (scope === 'text' || event.altKey || (!characters && /^\S$/u.test(event.key))) return undefined;
  if (event.ctrlKey || event.metaKey) return event.key === 'ArrowRight' ? { type: 'quiescence' } : undefined;
  if (scope === 'control' && event.key === ' ') return undefined;
  if (scope === 'page' && !event.shiftKey) {
    if (event.key === 'Enter' || event.key === 'ArrowDown') return { type: 'enter' };
    if (event.key === 'Escape' || event.key === 'ArrowUp') return { type: 'leave' };
  }
  switch (event.key) {
    case 'ArrowRight':
      return event.shiftKey ? { type: 'scene', by: 1 } : { type: 'step', by: 1 };
    case 'ArrowLeft':
      return event.shiftKey ? { type: 'scene', by: -1 } : { type: 'step', by: -1 };
    // The two keys of a presenter's clicker.
    case 'PageDown':
      return { type: 'step', by: 1 };
    case 'PageUp':
      return { type: 'step', by: -1 };
    case ' ':
      return { type: 'toggle' };
    case 'Home':
      return { type: 'start' };
    case 'End':
      return { type: 'end' };
    case '/':
      return { type: 'find' };
    case 'f':
      return { type: 'follow' };
    case 'w':
      return { type: 'why' };
    case 'n':
      return { type: 'breakpoint', direction: 1 };
    case 'p':
      return { type: 'breakpoint', direction: -1 };
    case 'b':
      return { type: 'breakpoints' };
    case 'l':
      return { type: 'lastChange' };
    case 't':
      return { type: 'time' };
    case 'o':
      return { type: 'objects' };
    case 'c':
      return { type: 'cluster' };
    case 'z':
      return { type: 'full' };
    case 'm':
      return { type: 'pin' };
    case 'M':
      return { type: 'notebook' };
    case '?':
      return { type: 'help' };
  }
  // As keys stand in a row: 0 is the tenth.
  return /^\d$/.test(event.key) ? { type: 'panel', number: Number(event.key) || 10 } : undefined;
}
