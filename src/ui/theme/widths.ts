/** The widths at which the page changes its shape, in its own pixels: a scaled page is a narrower one. */
const WIDTHS = [519, 619, 640, 760, 899, 1079, 1280] as const;

/**
 * Says on the page's root to which of the widths it comes (`to-1079`). Container queries would say it, too, but then
 * the browser lays out the whole page with every step instead of the parts that change.
 */
export function tellWidth(root: HTMLElement, scale: number): void {
  const tell = () => {
    const width = innerWidth / scale;
    for (const most of WIDTHS) root.classList.toggle(`to-${most}`, width < most + 1);
  };
  tell();
  addEventListener('resize', tell);
}
