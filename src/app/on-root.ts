import type { FrameState, FrameStore } from '../session/frame-store.ts';

/** Where the run stands, on the root of the document: for tests, and whoever else drives the page from outside. */
export function tellOnRoot(frames: FrameStore): void {
  /** What stands there: asking its dataset would cost as much as writing it. */
  const told = new Map<string, string>();
  frames.subscribe((state) => {
    for (const [name, value] of Object.entries(factsOf(state))) {
      const text = value === undefined ? undefined : String(value);
      if (text === undefined || told.get(name) === text) continue;
      told.set(name, text);
      document.documentElement.dataset[name] = text;
    }
  });
}

function factsOf({ status, frame }: FrameState) {
  return {
    engine: status,
    step: frame?.index,
    steps: frame?.total,
    digest: frame?.digest,
    quiescent: frame?.quiescent,
    branch: frame?.branch,
  };
}
