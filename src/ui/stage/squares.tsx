import { type ReactElement, useEffect, useRef } from 'react';
import type { NodeTile } from '../../protocol/views.ts';
import type { Translate } from '../i18n/words.ts';
import { useHost } from '../widgets/kit/host.ts';
import type { StageLayout } from './layout.ts';

const HEAT = ['--h0', '--h1', '--h2', '--h3', '--h4', '--h5'] as const;

/** Which of the six shades a node has. */
export function shadeOf(pods: number, most: number): number {
  return pods === 0 || most === 0
    ? 0
    : Math.min(HEAT.length - 1, 1 + Math.floor((pods / most) * (HEAT.length - 1.001)));
}

/** Side of a square so that all of them fit. */
export function squareSide(count: number, width: number, height: number): number {
  let side = Math.floor(Math.sqrt((width * height) / Math.max(1, count)));
  while (side > 2 && Math.floor(width / side) * Math.floor(height / side) < count) side -= 1;
  return Math.max(2, Math.min(22, side));
}

/** Very many nodes: one square each, in shades, on a canvas. */
export function Squares(props: {
  readonly nodes: readonly NodeTile[];
  readonly layout: StageLayout;
  readonly t: Translate;
}): ReactElement {
  const { nodes, t } = props;
  const { x, y, width, height } = props.layout.districts;
  const canvas = useRef<HTMLCanvasElement>(null);
  const { dark, look } = useHost();
  const room = height - 18;
  const side = squareSide(nodes.length, width, room);
  const columns = Math.floor(width / side);
  const pods = nodes.reduce((sum, { podCount }) => sum + podCount, 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes what the tokens resolve to
  useEffect(() => {
    if (canvas.current !== null) paint(canvas.current, nodes, side, columns, width, room);
  }, [nodes, side, columns, width, room, dark]);
  return (
    <div className="squares" style={{ left: x, top: y, width, height }}>
      <button type="button" tabIndex={-1} data-part="nodes" className="k2">
        {t('node.shade', { nodes: nodes.length, pods })}
      </button>
      <canvas
        ref={canvas}
        style={{ width, height: room }}
        role="img"
        aria-label={t('node.shade', { nodes: nodes.length, pods })}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          const zoom = box.width / width;
          const at =
            Math.floor((event.clientY - box.top) / zoom / side) * columns +
            Math.floor((event.clientX - box.left) / zoom / side);
          const node = nodes[at];
          if (node !== undefined) look({ panel: 'node', node: node.name });
        }}
      />
    </div>
  );
}

function paint(
  canvas: HTMLCanvasElement,
  nodes: readonly NodeTile[],
  side: number,
  columns: number,
  width: number,
  height: number,
): void {
  const ratio = globalThis.devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const style = getComputedStyle(canvas);
  const shades = HEAT.map((name) => style.getPropertyValue(name).trim());
  const bad = style.getPropertyValue('--bad').trim();
  const now = style.getPropertyValue('--now').trim();
  const most = nodes.reduce((max, { podCount }) => Math.max(max, podCount), 0);
  const gap = side > 5 ? 1 : 0;
  pen.scale(ratio, ratio);
  for (const [at, node] of nodes.entries()) {
    const left = (at % columns) * side;
    const top = Math.floor(at / columns) * side;
    pen.fillStyle = node.pods.some((pod) => pod.now) ? now : (shades[shadeOf(node.podCount, most)] ?? '');
    pen.fillRect(left, top, side - gap, side - gap);
    if (node.ready) continue;
    // A slash, not only a colour.
    pen.strokeStyle = bad;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(left + 1, top + side - gap - 1);
    pen.lineTo(left + side - gap - 1, top + 1);
    pen.stroke();
  }
}
