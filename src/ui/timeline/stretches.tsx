import { memo, type ReactElement } from 'react';
import { useView, useViewer } from '../public.ts';
import { type TimeScale, tenth } from './scale.ts';

const NO_TIMES: readonly number[] = [];

/** Between the marks and the lanes: where the time went, while that is asked, and where breakpoints stop. */
export const Stretches = memo(function Stretches(props: {
  readonly scale: TimeScale;
  readonly top: number;
  readonly left: number;
  readonly right: number;
}): ReactElement {
  const { scale, top, left, right } = props;
  const legs = useViewer(({ path }) => path);
  const times = useView('breakpoints')?.times ?? NO_TIMES;
  const isIn = (x: number) => x >= left && x <= right;
  const stops = [...new Set(times.map((time) => tenth(scale.x(time))))].filter(isIn);
  return (
    <>
      {legs?.map(({ from, micros, sort }) => {
        const x = tenth(Math.max(left, scale.x(from)));
        const end = tenth(Math.min(right, scale.x(from + micros)));
        return <rect key={from} className={`leg ${sort}`} x={x} y={top - 6} width={Math.max(0, end - x)} height="5" />;
      })}
      <path className="stops-of-breakpoints" d={stops.map((x) => `M${x} 22v6`).join('')} />
    </>
  );
});
