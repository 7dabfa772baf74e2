/** A map that is scrolled a little is better than a frame that is higher than the window around it. */
const HIGHEST = 800;

/** How high the frame has to be so that nothing in it is scrolled; undefined where it is high enough, or as high as it gets. */
export function heightWanted(own: number, hidden: number): number | undefined {
  const wanted = Math.min(HIGHEST, Math.ceil(own + hidden));
  return hidden > 0 && wanted > own ? wanted : undefined;
}

/** The map, and its upright form on narrow frames: what is scrolled where there is no room for it. */
const SCROLLED = '.stage-box, .strip';

/**
 * The page around hears `{ kubestep: 'height', height }` when its frame is too low for the map at this width. It may
 * give it that height or let it be scrolled; what it then has is not asked for again.
 */
export function tellHeight(view: Element, host: Pick<Window, 'postMessage'>): () => void {
  let told = '';
  const tell = () => {
    const hidden = Array.from(view.querySelectorAll(SCROLLED), (box) => box.scrollHeight - box.clientHeight);
    const height = heightWanted(innerHeight, Math.max(0, ...hidden));
    const place = `${innerWidth} ${height}`;
    if (height === undefined || place === told) return;
    told = place;
    host.postMessage({ kubestep: 'height', height }, '*');
  };
  // Told after the browser has laid it out: to ask for heights at any other time would have it do that once more.
  const sizes = new ResizeObserver(tell);
  const found = new MutationObserver(() => {
    const drawn = view.querySelectorAll(`${SCROLLED}, .stage-box > *`);
    for (const one of drawn) sizes.observe(one);
    if (view.querySelector('.stage-box > *') !== null) found.disconnect();
  });
  found.observe(view, { childList: true, subtree: true });
  return () => {
    found.disconnect();
    sizes.disconnect();
  };
}
