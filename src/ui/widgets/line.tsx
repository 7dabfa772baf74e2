import type { ReactElement } from 'react';

/** A small drawing of one line, as wide as the letters beside it; words always stand with it. */
export function Line({
  d,
  size = 14,
  width = 1.6,
}: {
  readonly d: string;
  readonly size?: number;
  readonly width?: number;
}): ReactElement {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={d} />
    </svg>
  );
}

/** Points at what opens below. */
export function OpensBelow({ size = 12 }: { readonly size?: number }): ReactElement {
  return <Line d="m4 6 4 4 4-4" size={size} />;
}
