/** Resolves when a part of it is in sight; at once where a browser cannot say. */
export function untilSeen(element: Element): Promise<void> {
  if (typeof IntersectionObserver !== 'function') return Promise.resolve();
  return new Promise((done) => {
    const seen = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      seen.disconnect();
      done();
    });
    seen.observe(element);
  });
}

/** Calls whenever nothing of it is in sight any more. */
export function whenAway(element: Element, call: () => void): void {
  if (typeof IntersectionObserver !== 'function') return;
  new IntersectionObserver((entries) => {
    if (entries.at(-1)?.isIntersecting === false) call();
  }).observe(element);
}
