import type { KeptPin } from '../../debugger/notebook.ts';
import type { Page } from '../public.ts';
import { finishMotion } from '../stage/motion.ts';

/** The page draws what it is told a frame or two later. */
const DRAWN_AFTER_MS = 250;

/**
 * The map as it is drawn at each pinned moment: the reader's page goes through them one after the other, and comes back to
 * where it was. A copy is drawn by the page's own styles, so that it prints as sharp as it is seen.
 */
export async function picturesOf(
  page: Page,
  pins: readonly KeptPin[],
  goTo: (page: Page, pin: KeptPin) => Promise<void>,
): Promise<readonly (Element | undefined)[]> {
  const { session } = page;
  const { frame } = session.frames.getState();
  const pictures: (Element | undefined)[] = [];
  for (const pin of pins) {
    try {
      await goTo(page, pin);
      await drawn();
      pictures.push(copyOfMap());
    } catch {
      // Its branch is deleted, or the engine has gone: the words remain.
      pictures.push(undefined);
    }
  }
  if (frame === undefined) return pictures;
  await session.switchBranch(frame.branch);
  await session.seek(frame.seq ?? 'start');
  return pictures;
}

async function drawn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, DRAWN_AFTER_MS));
  finishMotion();
}

function copyOfMap(): Element | undefined {
  const map = document.querySelector<HTMLElement>('.stage-box');
  if (map === null || map.clientWidth === 0) return undefined;
  const copy = map.cloneNode(true) as HTMLElement;
  copy.style.width = `${map.clientWidth}px`;
  copy.style.height = `${map.clientHeight}px`;
  return copy;
}
