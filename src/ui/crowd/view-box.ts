/** How the picture is looked at: enlarged by `k`, with its corner at `x`, `y` of the canvas. */
export interface ViewBox {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

export const FITTED: ViewBox = { k: 1, x: 0, y: 0 };

export interface Room {
  readonly width: number;
  readonly height: number;
}

/** It never leaves the canvas: as far as it is larger, it covers it. */
export function kept({ k, x, y }: ViewBox, { width, height }: Room): ViewBox {
  return {
    k,
    x: Math.max(width - width * k, Math.min(0, x)),
    y: Math.max(height - height * k, Math.min(0, y)),
  };
}

/** Larger or smaller by a factor; the point under the pointer stays where it is. */
export function zoomed(
  box: ViewBox,
  by: number,
  at: { readonly x: number; readonly y: number },
  room: Room,
  most: number,
): ViewBox {
  const k = Math.max(1, Math.min(most, box.k * by));
  const factor = k / box.k;
  return kept({ k, x: at.x - (at.x - box.x) * factor, y: at.y - (at.y - box.y) * factor }, room);
}

export function moved(box: ViewBox, dx: number, dy: number, room: Room): ViewBox {
  return kept({ ...box, x: box.x + dx, y: box.y + dy }, room);
}

/** A square of the picture in the middle, so large. */
export function centred(
  square: { readonly x: number; readonly y: number; readonly side: number },
  k: number,
  room: Room,
): ViewBox {
  const middle = { x: (square.x + square.side / 2) * k, y: (square.y + square.side / 2) * k };
  return kept({ k, x: room.width / 2 - middle.x, y: room.height / 2 - middle.y }, room);
}

/** The same place, or moved as little as it takes to see the square. */
export function seen(
  box: ViewBox,
  square: { readonly x: number; readonly y: number; readonly side: number },
  room: Room,
): ViewBox {
  const left = square.x * box.k + box.x;
  const top = square.y * box.k + box.y;
  const side = square.side * box.k;
  const dx = left < 0 ? -left : Math.min(0, room.width - left - side);
  const dy = top < 0 ? -top : Math.min(0, room.height - top - side);
  return dx === 0 && dy === 0 ? box : moved(box, dx, dy, room);
}
