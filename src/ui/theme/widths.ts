/** The widths at which the page changes its shape, in its own pixels: a scaled page is a narrower one. */
const WIDTHS = [519, 619, 640, 760, 1280] as const;
/** Below this, one panel at a time: `narrow`. */
const NARROW_BELOW = 1080;
/** A page that is made larger gives the map the whole width sooner: beside two columns it would become smaller instead. */
const LARGER_NARROW_BELOW = 1330;
/** From here on a projector of old has room for the map and one column beside it: `beside`. */
const BESIDE_FROM = 960;
/** A window that is wide but not high is a zoomed one: controls beside the map would leave it nothing, and below it little: `flat`. */
const FLAT_TO = 620;
/** Below this the rows under the map give some of their height to it: `low`. */
const LOW_BELOW = 800;
/** A laptop whose browser has bars: every row gives what it can: `lower`. */
const LOWER_BELOW = 700;

/** What the page's root is called at a size in its own pixels and how much it is enlarged, so that style sheets have one word for each shape. */
export function shapesAt(width: number, height: number, scale = 1): ReadonlyMap<string, boolean> {
  const isLarger = scale > 1;
  const beside = !isLarger && width >= BESIDE_FROM && width < NARROW_BELOW && height > FLAT_TO;
  const narrow = width < (isLarger ? LARGER_NARROW_BELOW : NARROW_BELOW) && !beside;
  return new Map<string, boolean>([
    ...WIDTHS.map((most) => [`to-${most}`, width < most + 1] as const),
    ['narrow', narrow],
    ['beside', beside],
    ['flat', narrow && height <= FLAT_TO],
    ['low', !narrow && height < LOW_BELOW],
    ['lower', !narrow && !beside && height < LOWER_BELOW],
  ]);
}

/**
 * Says on the page's root what shape it has. Container queries would say it, too, but then the browser lays out the
 * whole page with every step instead of the parts that change.
 */
export function tellWidth(root: HTMLElement): void {
  const tell = () => {
    const scale = Number(root.style.zoom || 1);
    for (const [name, is] of shapesAt(innerWidth / scale, innerHeight / scale, scale)) root.classList.toggle(name, is);
  };
  tell();
  addEventListener('resize', tell);
}

/** Draws the page larger or smaller than it is. */
export function enlarge(root: HTMLElement, scale: number): void {
  root.style.setProperty('zoom', String(scale));
  root.style.setProperty('height', `${100 / scale}vh`);
  dispatchEvent(new Event('resize'));
}
