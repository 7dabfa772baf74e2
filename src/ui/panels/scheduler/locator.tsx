import type { ReactElement } from 'react';

const STATIONS = [26, 38, 50, 62, 74, 86, 98, 110, 122];
const NODES = [16, 64, 112];

/** The map without words: where on it the scheduler stands whose inside this is. */
export function Locator(): ReactElement {
  return (
    <svg className="s-locator" width="166" height="92" viewBox="0 0 166 92" aria-hidden="true">
      <path d="M146 8H16a10 10 0 0 0-10 10v36a10 10 0 0 0 10 10h130" className="s-quiet" />
      <path d="M146 13H18a7 7 0 0 0-7 7v32a7 7 0 0 0 7 7h92" className="s-quiet" />
      <path d="M146 59h-36" className="s-line" />
      <path d="M4 5h142M146 1v12M146 13v40" className="s-trunk" />
      {STATIONS.map((x) => (
        <rect key={x} x={x} y="2" width="3" height="10" rx="1.5" className="s-station" />
      ))}
      <rect x="144" y="52" width="4" height="14" rx="2" className="s-station" />
      {NODES.map((x) => (
        <rect key={x} x={x} y="72" width="44" height="18" rx="2" className="s-district" />
      ))}
      <circle cx="110" cy="59" r="6.5" className="s-here" />
    </svg>
  );
}
