import './fonts.css';
import './tokens.css';
import './base.css';

/** Puts a theme on the page; `auto` follows the system and goes on following it. Returns how to stop. */
export function applyTheme(theme: 'auto' | 'light' | 'dark', onChange?: (dark: boolean) => void): () => void {
  const system = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
  const apply = () => {
    const dark = theme === 'dark' || (theme === 'auto' && (system?.matches ?? false));
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    onChange?.(dark);
  };
  apply();
  if (theme !== 'auto') return () => undefined;
  system?.addEventListener('change', apply);
  return () => system?.removeEventListener('change', apply);
}

/** `?scale=1.25` for a projector: between half and three times. */
export function scaleOf(search: string): number {
  const asked = Number(new URLSearchParams(search).get('scale') ?? '1');
  return Number.isFinite(asked) && asked > 0 ? Math.min(3, Math.max(0.5, asked)) : 1;
}
