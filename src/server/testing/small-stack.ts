/** So many frames of `room` are between half a megabyte and a whole one, as they are compiled or not: a Web Worker has the one, a page and Node's first thread the other. */
const FRAMES = 11_000;
const ABOUT = 1_000;

/** Does work where little of the stack is left; a thread that runs tests has four times as much as a page. */
export function onSmallStack<T>(work: () => T): T {
  const surplus = room() - FRAMES;
  return surplus <= ABOUT ? work() : below(Math.floor(surplus / 2), work);
}

function below<T>(frames: number, work: () => T): T {
  return frames === 0 ? onSmallStack(work) : below(frames - 1, work);
}

/** How often a function can still call itself. */
function room(): number {
  let calls = 0;
  const call = (): void => {
    calls += 1;
    call();
  };
  try {
    call();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return calls;
}
