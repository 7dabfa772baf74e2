import { type ComponentType, type LazyExoticComponent, lazy, type ReactElement } from 'react';

/** A script that did not come is asked for again by what is shown this much later. */
const AGAIN_AFTER_MS = 1_000;

/** A component whose script comes when it is first shown. React would remember a failure for ever; a network comes back. */
export function late<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => ReactElement {
  const ask = (): LazyExoticComponent<ComponentType<P>> =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        setTimeout(() => {
          part = ask();
        }, AGAIN_AFTER_MS);
        throw error;
      }
    });
  let part = ask();
  return (props) => {
    const Part = part as ComponentType<P>;
    return <Part {...props} />;
  };
}
