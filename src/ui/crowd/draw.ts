import { CROWD_GLYPHS, NODE_CORDONED, NODE_READY, NODE_SILENT, WRONG_BELOW } from '../../protocol/crowd-view.ts';
import type { Arranged } from './arrange.ts';
import { atlasOf, type Colours } from './marks.ts';
import type { CrowdPicture, PodsByNode } from './picture.ts';
import { gapAt, type PlateGrid, PODS_FROM, plateGrid } from './plate.ts';
import type { Room, ViewBox } from './view-box.ts';

/** What a search has found, by numbers. */
export interface Lit {
  readonly nodes: ReadonlySet<number>;
  readonly pods: ReadonlySet<number>;
}

export interface Scene {
  readonly picture: CrowdPicture;
  readonly pods: PodsByNode;
  readonly arranged: Arranged;
  readonly box: ViewBox;
  readonly room: Room;
  readonly lit: Lit | undefined;
  readonly current: number | undefined;
  readonly colours: Colours;
  readonly ratio: number;
}

/** Smaller marks have none. */
const SMALLEST_SHAPE = 8;
/** From so many Pods on a node has the next shade. */
export const SHADES = [0, 10, 20, 30, 45, 70];

export function shadeOf(pods: number): number {
  let shade = 0;
  while (shade < SHADES.length - 1 && pods >= (SHADES[shade + 1] as number)) shade += 1;
  return shade;
}

/** Draws the picture; keeps what is copied from again and again. */
export class Painter {
  private atlas: HTMLCanvasElement | undefined;
  private atlasKey = '';
  /** Corners of marks that are too small for a shape, by state. */
  private readonly dots: number[][] = CROWD_GLYPHS.map(() => []);
  private readonly litDots: number[] = [];
  private readonly nowDots: number[] = [];

  paint(pen: CanvasRenderingContext2D, scene: Scene): void {
    const { room, ratio, colours, box, arranged } = scene;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = colours.paper;
    pen.fillRect(0, 0, room.width, room.height);
    const side = arranged.side * box.k;
    const visible = visibleNodes(scene);
    if (side < PODS_FROM) paintSquares(pen, scene, visible, side);
    else this.paintPlates(pen, scene, visible, side);
    paintMarked(pen, scene, visible, side);
    paintHeads(pen, scene);
  }

  private paintPlates(pen: CanvasRenderingContext2D, scene: Scene, visible: readonly number[], side: number): void {
    const { picture, pods, arranged, box, colours } = scene;
    const inner = Math.floor(side - gapAt(side));
    let dotSize = 0;
    for (const node of visible) {
      const x = Math.round((arranged.x[node] as number) * box.k + box.x);
      const y = Math.round((arranged.y[node] as number) * box.k + box.y);
      const isReady = ((picture.nodes.flags[node] as number) & NODE_READY) !== 0;
      pen.fillStyle = isReady ? colours.panel : colours.badBg;
      pen.fillRect(x, y, inner, inner);
      pen.strokeStyle = isReady ? colours.rule : colours.bad;
      pen.lineWidth = 1;
      pen.strokeRect(x + 0.5, y + 0.5, inner - 1, inner - 1);
      const first = pods.starts[node] as number;
      const count = (pods.starts[node + 1] as number) - first;
      const grid = plateGrid(inner, count);
      if (grid.title > 0) paintTitle(pen, scene, node, x, y, inner);
      const size = Math.min(grid.cellWidth, grid.cellHeight);
      // Marks of one size are painted together.
      if (size !== dotSize) this.paintDots(pen, scene, dotSize);
      dotSize = size;
      this.paintPods(pen, scene, grid, first, x, y);
    }
    this.paintDots(pen, scene, dotSize);
  }

  private paintPods(
    pen: CanvasRenderingContext2D,
    scene: Scene,
    grid: PlateGrid,
    first: number,
    x: number,
    y: number,
  ): void {
    const { picture, pods, lit, colours, room } = scene;
    const size = Math.min(grid.cellWidth, grid.cellHeight);
    if (size < SMALLEST_SHAPE) return this.takeDots(scene, grid, first, x, y);
    const drawn = size > 6 ? size - 2 : size * 0.86;
    const atlas = this.atlasFor(drawn, scene);
    const pixels = atlas.height;
    const wide = pixels / scene.ratio;
    for (let at = 0; at < grid.shown; at += 1) {
      // On whole pixels: what lies between them costs several times as much.
      const px = Math.round(x + grid.left + (at % grid.columns) * grid.cellWidth);
      const py = Math.round(y + grid.top + Math.floor(at / grid.columns) * grid.cellHeight);
      if (px > room.width || py > room.height || px + grid.cellWidth < 0 || py + grid.cellHeight < 0) continue;
      const pod = pods.order[first + at] as number;
      const glyph = picture.pods.glyphs[pod] as number;
      if (picture.now.has(pod)) {
        pen.fillStyle = colours.now;
        pen.fillRect(px - 1, py - 1, size, size);
      }
      pen.drawImage(atlas, glyph * pixels, 0, pixels, pixels, px, py, wide, wide);
      if (lit?.pods.has(pod)) {
        pen.strokeStyle = colours.ink;
        pen.lineWidth = size > 9 ? 1.5 : 1;
        pen.strokeRect(px - 0.5, py - 0.5, drawn + 1, drawn + 1);
      }
      if (!grid.hasNames) continue;
      pen.font = `500 11px ${colours.font}`;
      pen.textBaseline = 'middle';
      pen.fillStyle = glyph < WRONG_BELOW ? colours.bad : colours.ink;
      const name = picture.pods.names[pod] ?? '';
      pen.fillText(
        ending(name.slice(name.indexOf('/') + 1), (grid.cellWidth - drawn - 8) / 5.4),
        px + drawn + 4,
        py + drawn / 2 + 0.5,
      );
    }
  }

  /** Marks too small for a shape: a dot is fine, a full square is wrong, a bar is on its way. */
  private takeDots({ picture, pods, room, lit }: Scene, grid: PlateGrid, first: number, x: number, y: number): void {
    for (let at = 0; at < grid.shown; at += 1) {
      // On whole pixels: what lies between them costs several times as much.
      const px = Math.round(x + grid.left + (at % grid.columns) * grid.cellWidth);
      const py = Math.round(y + grid.top + Math.floor(at / grid.columns) * grid.cellHeight);
      if (px > room.width || py > room.height || px + grid.cellWidth < 0 || py + grid.cellHeight < 0) continue;
      const pod = pods.order[first + at] as number;
      this.dots[picture.pods.glyphs[pod] as number]?.push(px, py);
      if (lit?.pods.has(pod)) this.litDots.push(px, py);
      if (picture.now.has(pod)) this.nowDots.push(px, py);
    }
  }

  /** All of one colour, one after the other: colours are what costs, and pictures are dearer than rectangles. */
  private paintDots(pen: CanvasRenderingContext2D, { colours }: Scene, size: number): void {
    for (const [glyph, dots] of this.dots.entries()) {
      pen.fillStyle = colourOf(glyph, colours);
      const [width, height] = shapeOfDot(glyph, size);
      const [dx, dy] = [Math.floor((size - width) / 2), Math.floor((size - height) / 2)];
      for (let at = 0; at < dots.length; at += 2)
        pen.fillRect((dots[at] as number) + dx, (dots[at + 1] as number) + dy, width, height);
      dots.length = 0;
    }
    this.outlineDots(pen, this.nowDots, size, colours.now);
    this.outlineDots(pen, this.litDots, size, colours.ink);
  }

  private outlineDots(pen: CanvasRenderingContext2D, dots: number[], size: number, colour: string): void {
    pen.strokeStyle = colour;
    pen.lineWidth = 1;
    for (let at = 0; at < dots.length; at += 2)
      pen.strokeRect((dots[at] as number) - 0.5, (dots[at + 1] as number) - 0.5, size, size);
    dots.length = 0;
  }

  private atlasFor(size: number, { ratio, colours }: Scene): HTMLCanvasElement {
    // Half pixels are fine enough.
    const rounded = Math.max(1, Math.round(size * 2) / 2);
    const key = `${rounded} ${ratio} ${colours.ok} ${colours.paper}`;
    if (this.atlas === undefined || this.atlasKey !== key) {
      this.atlas = atlasOf(rounded, ratio, colours);
      this.atlasKey = key;
    }
    return this.atlas;
  }
}

function colourOf(glyph: number, { ok, bad, ink, ink2 }: Colours): string {
  const name = CROWD_GLYPHS[glyph];
  if (glyph < WRONG_BELOW) return bad;
  if (name === 'running' || name === 'running-not-ready') return ok;
  return name === 'creating' ? ink : ink2;
}

function shapeOfDot(glyph: number, size: number): readonly [width: number, height: number] {
  const whole = Math.max(2, Math.round(size));
  if (glyph < WRONG_BELOW) return [whole, whole];
  const isOver = CROWD_GLYPHS[glyph] === 'running' || CROWD_GLYPHS[glyph] === 'succeeded';
  const dot = Math.max(2, Math.round(size * 0.66));
  return isOver ? [dot, dot] : [whole, Math.max(1, Math.round(size * 0.3))];
}

/** A name is told apart by its end. */
export function ending(name: string, letters: number): string {
  const most = Math.max(3, Math.floor(letters));
  return name.length <= most ? name : `…${name.slice(name.length - most + 1)}`;
}

function visibleNodes({ arranged, box, room, picture }: Scene): readonly number[] {
  const side = arranged.side * box.k;
  const visible: number[] = [];
  for (let node = 0; node < picture.nodes.count; node += 1) {
    const x = (arranged.x[node] as number) * box.k + box.x;
    const y = (arranged.y[node] as number) * box.k + box.y;
    // What is not there stands nowhere.
    if (x > -side && y > -side && x < room.width && y < room.height) visible.push(node);
  }
  return visible;
}

/** From afar: how many Pods, by shade; one colour after the other, as colours are what costs. */
function paintSquares(pen: CanvasRenderingContext2D, scene: Scene, visible: readonly number[], side: number): void {
  const { pods, arranged, box, colours } = scene;
  const inner = Math.max(1, Math.floor(side - gapAt(side)));
  const byShade: number[][] = colours.heat.map(() => []);
  for (const node of visible) {
    const count = (pods.starts[node + 1] as number) - (pods.starts[node] as number);
    byShade[shadeOf(count)]?.push(node);
  }
  for (const [shade, nodes] of byShade.entries()) {
    pen.fillStyle = colours.heat[shade] ?? '';
    for (const node of nodes)
      pen.fillRect(
        Math.round((arranged.x[node] as number) * box.k + box.x),
        Math.round((arranged.y[node] as number) * box.k + box.y),
        inner,
        inner,
      );
  }
}

/** Over the squares: what is wrong with a node or on it, what was found, where one stands. */
function paintMarked(pen: CanvasRenderingContext2D, scene: Scene, visible: readonly number[], side: number): void {
  const { picture, pods, arranged, box, colours, lit, current } = scene;
  const inner = side - gapAt(side);
  const isFar = side < PODS_FROM;
  for (const node of visible) {
    const x = (arranged.x[node] as number) * box.k + box.x;
    const y = (arranged.y[node] as number) * box.k + box.y;
    const flags = picture.nodes.flags[node] as number;
    if ((flags & NODE_READY) === 0) paintNotReady(pen, x, y, inner, colours);
    else if ((flags & (NODE_CORDONED | NODE_SILENT)) !== 0) paintStripes(pen, x, y, inner, colours);
    const first = pods.order[pods.starts[node] as number];
    const hasPods = (pods.starts[node + 1] as number) > (pods.starts[node] as number);
    if (
      isFar &&
      hasPods &&
      (picture.pods.glyphs[first as number] as number) < WRONG_BELOW &&
      (flags & NODE_READY) !== 0
    )
      paintTriangle(pen, x, y, inner, colours);
    if (lit?.nodes.has(node)) outline(pen, x, y, inner, colours.ink, colours.paper);
  }
  if (isFar) for (const pod of picture.now) paintNow(pen, scene, picture.pods.nodes[pod] as number, inner);
  if (current === undefined || Number.isNaN(arranged.x[current] as number)) return;
  const x = (arranged.x[current] as number) * box.k + box.x;
  const y = (arranged.y[current] as number) * box.k + box.y;
  outline(pen, x - 1, y - 1, inner + 2, colours.focus, colours.paper);
}

function paintNow(pen: CanvasRenderingContext2D, { arranged, box, colours }: Scene, node: number, inner: number): void {
  const x = (arranged.x[node] ?? Number.NaN) * box.k + box.x;
  const y = (arranged.y[node] ?? Number.NaN) * box.k + box.y;
  if (Number.isNaN(x)) return;
  const size = Math.max(3, inner * 0.6);
  pen.fillStyle = colours.now;
  pen.fillRect(x + (inner - size) / 2, y + (inner - size) / 2, size, size);
  pen.strokeStyle = colours.ink;
  pen.lineWidth = 1;
  pen.strokeRect(x + (inner - size) / 2, y + (inner - size) / 2, size, size);
}

function paintNotReady(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  inner: number,
  { bad, paper }: Colours,
): void {
  const size = Math.min(inner, 22);
  pen.fillStyle = paper;
  if (inner <= 22) pen.fillRect(x, y, inner, inner);
  pen.strokeStyle = bad;
  pen.lineWidth = inner > 5 ? 1.5 : 1;
  pen.strokeRect(x + 0.5, y + 0.5, inner - 1, inner - 1);
  pen.beginPath();
  pen.moveTo(x + inner - size, y);
  pen.lineTo(x + inner, y + size);
  pen.stroke();
}

function paintStripes(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  inner: number,
  { paper, ink2 }: Colours,
): void {
  const size = Math.min(inner, 16);
  pen.strokeStyle = inner > 22 ? ink2 : paper;
  pen.lineWidth = inner > 5 ? 2 : 1;
  pen.beginPath();
  pen.moveTo(x + inner - size, y + size);
  pen.lineTo(x + inner, y);
  pen.stroke();
}

function paintTriangle(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  inner: number,
  { bad, paper }: Colours,
): void {
  const size = Math.max(4, inner * 0.8);
  const left = x + (inner - size) / 2;
  const top = y + (inner - size) / 2;
  pen.beginPath();
  pen.moveTo(left + size / 2, top);
  pen.lineTo(left + size, top + size);
  pen.lineTo(left, top + size);
  pen.closePath();
  pen.fillStyle = paper;
  pen.fill();
  pen.strokeStyle = bad;
  pen.lineWidth = inner > 5 ? 1.3 : 1;
  pen.stroke();
}

function outline(
  pen: CanvasRenderingContext2D,
  x: number,
  y: number,
  inner: number,
  colour: string,
  around: string,
): void {
  pen.strokeStyle = around;
  pen.lineWidth = 4;
  pen.strokeRect(x - 0.5, y - 0.5, inner + 1, inner + 1);
  pen.strokeStyle = colour;
  pen.lineWidth = 2;
  pen.strokeRect(x - 0.5, y - 0.5, inner + 1, inner + 1);
}

function paintTitle(
  pen: CanvasRenderingContext2D,
  { picture, pods, colours }: Scene,
  node: number,
  x: number,
  y: number,
  inner: number,
): void {
  const count = (pods.starts[node + 1] as number) - (pods.starts[node] as number);
  pen.font = `600 12px ${colours.font}`;
  pen.textBaseline = 'top';
  pen.fillStyle = colours.ink;
  pen.fillText(ending(picture.nodes.names[node] ?? '', (inner - 30) / 6.2), x + 6, y + 5);
  pen.font = `500 11px ${colours.font}`;
  pen.fillStyle = colours.ink2;
  pen.textAlign = 'right';
  pen.fillText(String(count), x + inner - 6, y + 6);
  pen.textAlign = 'left';
}

function paintHeads(pen: CanvasRenderingContext2D, { arranged, box, colours, room, picture }: Scene): void {
  if (arranged.districts.length < 2 && (arranged.districts[0]?.name ?? '') === '') return;
  pen.textBaseline = 'top';
  for (const { name, nodes, top } of arranged.districts) {
    const next = arranged.districts.find((other) => other.top > top);
    const from = top * box.k + box.y;
    const to = next === undefined ? room.height : next.top * box.k + box.y;
    if (to < 20 || from > room.height) continue;
    // The name of a district stays in sight as long as the district does.
    const y = Math.max(0, Math.min(from, to - 20));
    pen.font = `600 13px ${colours.font}`;
    const text = name === '' ? '–' : name;
    const width = pen.measureText(text).width;
    pen.font = `400 12px ${colours.font}`;
    const note = picture.nodes.count === 0 ? '' : String(nodes.length);
    const more = pen.measureText(note).width;
    pen.fillStyle = colours.paper;
    pen.fillRect(0, y, width + more + 18, 20);
    pen.fillStyle = colours.ink2;
    pen.fillText(note, width + 10, y + 3);
    pen.font = `600 13px ${colours.font}`;
    pen.fillStyle = colours.ink;
    pen.fillText(text, 2, y + 2);
  }
}
