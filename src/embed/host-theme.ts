const DARK = /(?:^|[\s-])(?:dark|slate|night|black)(?:$|[\s-])/i;
const LIGHT = /(?:^|[\s-])(?:light|default|white)(?:$|[\s-])/i;
/** Docusaurus and Sphinx themes, MkDocs Material, Bootstrap; then the classes of VitePress, Hugo themes and Tailwind. */
const ATTRIBUTES = ['data-theme', 'data-md-color-scheme', 'data-bs-theme', 'data-color-mode', 'class'];

/** How the page around looks: as it says itself, and where it says nothing, as the reader's system wants it. */
export function themeOf({ documentElement, body }: Document, view: Window): 'light' | 'dark' {
  for (const name of ATTRIBUTES)
    for (const element of [documentElement, body]) {
      const value = element?.getAttribute(name) ?? '';
      if (DARK.test(value)) return 'dark';
      if (name !== 'class' && LIGHT.test(value)) return 'light';
    }
  // A page of VitePress that is light has no class at all, and says by its colours what it is.
  const scheme = view.getComputedStyle(documentElement).colorScheme;
  if (scheme === 'dark' || scheme === 'light') return scheme;
  return systemIsDark(view)?.matches === true && !saysLight(documentElement, view) ? 'dark' : 'light';
}

function systemIsDark(view: Window): MediaQueryList | undefined {
  return view.matchMedia?.('(prefers-color-scheme: dark)');
}

/** A page with a bright ground of its own stays bright, whatever the system wants. */
function saysLight(root: Element, view: Window): boolean {
  const ground = [root.ownerDocument.body, root].map((one) => view.getComputedStyle(one).backgroundColor);
  const [, red, green, blue] =
    /^rgba?\((\d+), (\d+), (\d+)(?:, 1)?\)$/.exec(ground.find((one) => !/, 0\)$/.test(one)) ?? '') ?? [];
  return red !== undefined && (Number(red) + Number(green) + Number(blue)) / 3 > 140;
}

/** Tells of it again whenever it changes. Gives how to stop. */
export function followTheme(
  own: Document,
  view: Window & typeof globalThis,
  tell: (theme: 'light' | 'dark') => void,
): () => void {
  let last = themeOf(own, view);
  const look = () => {
    const theme = themeOf(own, view);
    if (theme !== last) tell(theme);
    last = theme;
  };
  const seen = new view.MutationObserver(look);
  for (const element of [own.documentElement, own.body])
    if (element) seen.observe(element, { attributes: true, attributeFilter: ATTRIBUTES });
  const system = systemIsDark(view);
  system?.addEventListener('change', look);
  return () => {
    seen.disconnect();
    system?.removeEventListener('change', look);
  };
}
