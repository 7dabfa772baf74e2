export interface Point {
  readonly x: number;
  readonly y: number;
}

type Segment =
  | { readonly type: 'line'; readonly from: Point; readonly to: Point; readonly length: number }
  | {
      readonly type: 'arc';
      readonly centre: Point;
      readonly radius: number;
      /** Degrees, growing clockwise as seen on the screen. */
      readonly start: number;
      readonly end: number;
      readonly length: number;
    };

const RADIANS = Math.PI / 180;

/** A line of the map as a way of known length, so that a place on it is one number. Corners turn clockwise. */
export class Track {
  readonly length: number;

  constructor(private readonly segments: readonly Segment[]) {
    this.length = segments.reduce((sum, segment) => sum + segment.length, 0);
  }

  at(distance: number): Point {
    let rest = Math.min(this.length, Math.max(0, distance));
    for (const segment of this.segments) {
      if (rest <= segment.length) return pointOn(segment, rest);
      rest -= segment.length;
    }
    const last = this.segments.at(-1);
    return last === undefined ? { x: 0, y: 0 } : pointOn(last, last.length);
  }

  /** SVG path of the part from one distance to another. */
  path(from = 0, to = this.length): string {
    const start = this.at(from);
    let text = `M${round(start.x)} ${round(start.y)}`;
    let passed = 0;
    for (const segment of this.segments) {
      const low = Math.max(0, from - passed);
      const high = Math.min(segment.length, to - passed);
      passed += segment.length;
      if (high <= low) continue;
      const { x, y } = pointOn(segment, high);
      text +=
        segment.type === 'line'
          ? `L${round(x)} ${round(y)}`
          : `A${segment.radius} ${segment.radius} 0 0 1 ${round(x)} ${round(y)}`;
    }
    return text;
  }

  /** Evenly spaced places between two distances, both included: the way that a vehicle travels. */
  between(from: number, to: number, pieces = 24): readonly Point[] {
    return Array.from({ length: pieces + 1 }, (_, place) => this.at(from + ((to - from) * place) / pieces));
  }
}

export class TrackBuilder {
  private readonly segments: Segment[] = [];

  constructor(private point: Point) {}

  line(x: number, y: number): this {
    const to = { x, y };
    const length = Math.hypot(x - this.point.x, y - this.point.y);
    if (length > 0) this.segments.push({ type: 'line', from: this.point, to, length });
    this.point = to;
    return this;
  }

  /** A quarter turn about a centre; the line up to it must end where it starts. */
  quarter(centre: Point, radius: number, start: number): this {
    const length = radius * 90 * RADIANS;
    const segment: Segment = { type: 'arc', centre, radius, start, end: start + 90, length };
    if (radius > 0) this.segments.push(segment);
    this.point = pointOn(segment, length);
    return this;
  }

  /** How far it is to here. */
  get distance(): number {
    return this.segments.reduce((sum, { length }) => sum + length, 0);
  }

  build(): Track {
    return new Track(this.segments);
  }
}

function pointOn(segment: Segment, distance: number): Point {
  const share = segment.length === 0 ? 0 : distance / segment.length;
  if (segment.type === 'line') {
    const { from, to } = segment;
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  }
  const angle = (segment.start + (segment.end - segment.start) * share) * RADIANS;
  const { centre, radius } = segment;
  return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
