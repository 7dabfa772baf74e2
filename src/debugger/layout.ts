/** The parts of the page that one sizes, closes, enlarges, and takes into windows of their own. */
export const PANES = ['editor', 'shell', 'map', 'inspector', 'timeline'] as const;
export type PaneName = (typeof PANES)[number];

/** What lies on the outer side of a border that is moved: the left column, the right one, the shell's row, the timeline's. */
export const SIZED = ['left', 'right', 'shell', 'timeline'] as const;
export type Sized = (typeof SIZED)[number];

/** How the panes lie. What is absent is as the page comes. */
export interface Layout {
  /** In the page's own pixels. A window that is too small for them gives each what it can. */
  readonly sizes: { readonly [of in Sized]?: number | undefined };
  readonly closed: readonly PaneName[];
  /** The one that has the room of all. */
  readonly full?: PaneName | undefined;
}

const MOST = 4_000;

/** Reads what `wordsOf` wrote, in this version or another: words that mean nothing here are passed over. */
export function layoutOf(words: string): Layout {
  const sizes: { [of in Sized]?: number } = {};
  const closed: PaneName[] = [];
  let full: PaneName | undefined;
  for (const word of words.split(' ')) {
    const [, what = '', rest = ''] = /^(no-|full-|[a-z]+)(.*)$/.exec(word) ?? [];
    const pane = PANES.find((one) => one === rest);
    const sized = SIZED.find((one) => one === what);
    if (what === 'full-') full = pane ?? full;
    else if (what === 'no-' && pane !== undefined) closed.push(pane);
    else if (sized !== undefined && /^\d+$/.test(rest)) sizes[sized] = Math.min(Number(rest), MOST);
  }
  return { sizes, closed: PANES.filter((pane) => closed.includes(pane)), ...(full === undefined ? {} : { full }) };
}

/** A layout in words: `left320 no-map full-shell`; none for one that is as the page comes. */
export function wordsOf({ sizes, closed, full }: Layout): string {
  const sized = SIZED.flatMap((of) => (sizes[of] === undefined ? [] : [`${of}${Math.round(sizes[of])}`]));
  return [...sized, ...closed.map((pane) => `no-${pane}`), ...(full === undefined ? [] : [`full-${full}`])].join(' ');
}
