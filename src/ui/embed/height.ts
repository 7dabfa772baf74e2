import { MAP_SIZE } from '../stage/map-size.ts';

/** A map that is scrolled a little is better than a frame that is higher than the window around it. */
const HIGHEST = 800;

/** How high the frame has to be so that nothing in it is scrolled; undefined where it is high enough, or as high as it gets. */
export function heightWanted(own: number, hidden: number): number | undefined {
  const wanted = Math.min(HIGHEST, Math.ceil(own + hidden));
  return hidden > 0 && wanted > own ? wanted : undefined;
}

/** A map is drawn for this size; one that stands upright is as high as what is in it. */
const MAP = { ...MAP_SIZE, head: 36, smallest: 0.7 };

/** How high the map has to be at a width: lower it would be smaller than that width allows, higher it would gain nothing. */
export function mapHeight(width: number): number {
  const scale = Math.min(1, Math.max(MAP.smallest, width / MAP.width));
  return Math.ceil(MAP.head + (MAP.height - MAP.head) * scale);
}

/** The height of the whole frame at which its view is as high as it has to be: it may be less than the frame has. */
function heightFor(view: Element): number | undefined {
  const box = view.querySelector('.stage-box');
  if (box === null) return undefined;
  const strip = box.querySelector('.strip');
  const content = strip === null ? mapHeight(box.clientWidth) : contentHeight(strip);
  return Math.min(HIGHEST, Math.ceil(innerHeight - box.clientHeight + content));
}

function contentHeight(strip: Element): number {
  const top = strip.getBoundingClientRect().top - strip.scrollTop;
  return Math.max(0, ...Array.from(strip.children, (child) => child.getBoundingClientRect().bottom - top));
}

/** The map, and its upright form on narrow frames: what is scrolled where there is no room for it. */
const SCROLLED = '.stage-box, .strip';

/**
 * The page around hears `{ kubestep: 'height', height }` when its frame is too low for the map at this width. It may
 * give it that height or let it be scrolled; what it then has is not asked for again.
 */
export function tellHeight(
  view: Element,
  host: Pick<Window, 'postMessage'>,
  /** The same for who speaks over the port, in both directions. */
  tellExact: (height: number) => void,
): () => void {
  let told = '';
  const tell = () => {
    const exact = heightFor(view);
    if (exact !== undefined) tellExact(exact);
    const hidden = Array.from(view.querySelectorAll(SCROLLED), (box) => box.scrollHeight - box.clientHeight);
    const height = heightWanted(innerHeight, Math.max(0, ...hidden));
    const place = `${innerWidth} ${height}`;
    if (height === undefined || place === told) return;
    told = place;
    host.postMessage({ kubestep: 'height', height }, '*');
  };
  // Told after the browser has laid it out: to ask for heights at any other time would have it do that once more.
  const sizes = new ResizeObserver(tell);
  const look = () => {
    for (const one of view.querySelectorAll(`${SCROLLED}, .stage-box > *`)) sizes.observe(one);
  };
  // At another width another map stands in the same box.
  const drawn = new MutationObserver(look);
  const found = new MutationObserver(() => {
    const box = view.querySelector('.stage-box');
    if (box === null) return;
    found.disconnect();
    drawn.observe(box, { childList: true });
    look();
  });
  found.observe(view, { childList: true, subtree: true });
  return () => {
    found.disconnect();
    drawn.disconnect();
    sizes.disconnect();
  };
}
