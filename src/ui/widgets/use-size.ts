import { type RefObject, useLayoutEffect, useState } from 'react';
import { onResize, useWindow } from './kit/window.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The inner size of an element, and again whenever it changes. */
export function useSize(box: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>();
  const around = useWindow();
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    return onResize(around, element, measure);
  }, [box, around]);
  return size;
}
