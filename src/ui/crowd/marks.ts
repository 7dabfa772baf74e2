import { CROWD_GLYPHS } from '../../protocol/crowd-view.ts';
import type { PodGlyph } from '../../protocol/views.ts';

export interface Colours {
  readonly heat: readonly string[];
  readonly paper: string;
  readonly panel: string;
  readonly rule: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ok: string;
  readonly bad: string;
  readonly badBg: string;
  readonly now: string;
  readonly focus: string;
  readonly font: string;
}

const HEAT = ['--h0', '--h1', '--h2', '--h3', '--h4', '--h5'];

/** What the tokens of the theme are at an element. */
export function coloursAt(element: Element): Colours {
  const style = getComputedStyle(element);
  const of = (name: string) => style.getPropertyValue(name).trim();
  return {
    heat: HEAT.map(of),
    paper: of('--paper'),
    panel: of('--panel'),
    rule: of('--rule-2'),
    ink: of('--ink'),
    ink2: of('--ink-2'),
    ok: of('--ok'),
    bad: of('--bad'),
    badBg: of('--bad-bg'),
    now: of('--now'),
    focus: of('--focus'),
    font: of('--cond') || 'sans-serif',
  };
}

/** One row with the mark of each state, of one size, to be copied from. */
export function atlasOf(size: number, ratio: number, colours: Colours): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const pixels = Math.max(1, Math.round(size * ratio));
  canvas.width = pixels * CROWD_GLYPHS.length;
  canvas.height = pixels;
  const pen = canvas.getContext('2d');
  if (pen === null) return canvas;
  for (const [at, glyph] of CROWD_GLYPHS.entries()) {
    pen.save();
    pen.translate(at * pixels, 0);
    pen.scale(pixels / 16, pixels / 16);
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    drawMark(pen, glyph, colours);
    pen.restore();
  }
  return canvas;
}

/** The same shapes as elsewhere on the page. */
function drawMark(pen: CanvasRenderingContext2D, glyph: PodGlyph, { ok, bad, ink, ink2, paper }: Colours): void {
  switch (glyph) {
    case 'running':
      circle(pen, 6.2);
      return fill(pen, ok);
    case 'running-not-ready':
      circle(pen, 5.6);
      stroke(pen, ok, 1.8);
      circle(pen, 2.4);
      return fill(pen, ok);
    case 'succeeded':
      circle(pen, 6.4);
      fill(pen, ink2);
      return line(pen, [5, 8.2, 7.2, 10.4, 11, 6.2], paper, 1.6);
    case 'creating':
      circle(pen, 5.6);
      stroke(pen, ink, 1.8);
      pen.beginPath();
      pen.arc(8, 8, 5.6, Math.PI / 2, (3 * Math.PI) / 2);
      return fill(pen, ink);
    case 'pending':
      pen.setLineDash([2.2, 2.2]);
      circle(pen, 5.6);
      stroke(pen, ink2, 1.6);
      return pen.setLineDash([]);
    case 'terminating':
      circle(pen, 5.6);
      stroke(pen, ink2, 1.6);
      return line(pen, [2.6, 13.4, 13.4, 2.6], ink2, 1.6);
    case 'unknown':
      circle(pen, 6);
      stroke(pen, ink2, 1.4);
      return line(pen, [8, 4.6, 8, 8.8], ink2, 1.8);
    case 'unschedulable':
      line(pen, [8, 1.8, 14.6, 13.6, 1.4, 13.6, 8, 1.8], bad, 1.5);
      return line(pen, [8, 6.2, 8, 9.8], bad, 1.5);
    case 'backoff':
      pen.lineWidth = 1.6;
      pen.strokeStyle = bad;
      pen.strokeRect(2, 2, 12, 12);
      line(pen, [6.2, 5.6, 6.2, 10.4], bad, 1.8);
      return line(pen, [9.8, 5.6, 9.8, 10.4], bad, 1.8);
    case 'failed':
      pen.fillStyle = bad;
      pen.fillRect(1.5, 1.5, 13, 13);
      line(pen, [5.3, 5.3, 10.7, 10.7], paper, 1.7);
      return line(pen, [10.7, 5.3, 5.3, 10.7], paper, 1.7);
  }
}

function circle(pen: CanvasRenderingContext2D, radius: number): void {
  pen.beginPath();
  pen.arc(8, 8, radius, 0, 2 * Math.PI);
}

function fill(pen: CanvasRenderingContext2D, colour: string): void {
  pen.fillStyle = colour;
  pen.fill();
}

function stroke(pen: CanvasRenderingContext2D, colour: string, width: number): void {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}

function line(pen: CanvasRenderingContext2D, points: readonly number[], colour: string, width: number): void {
  pen.beginPath();
  for (let at = 0; at < points.length; at += 2) pen.lineTo(points[at] as number, points[at + 1] as number);
  stroke(pen, colour, width);
}
