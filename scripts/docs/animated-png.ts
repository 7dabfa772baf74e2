import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** A picture of three bytes a dot, row by row. */
interface Picture {
  readonly width: number;
  readonly height: number;
  readonly dots: Uint8Array;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BYTES = 3;
const TRUE_COLOUR = 2;
const INDEXED = 3;
const COLOURS = 256;

/**
 * One picture that moves, from pictures of one size: each after the first holds only the box in which it differs. All of them
 * have the same 256 colours, the most frequent ones; any other becomes the nearest of these.
 */
export function animated(pictures: readonly Buffer[], millis: number): Buffer {
  const read = pictures.map(readPng);
  const [first, ...later] = read;
  if (first === undefined) throw new Error('no picture');
  const { width, height } = first;
  const palette = new Palette(read);
  let before = first;
  let sequence = 0;
  const parts = [SIGNATURE, headerOf(width, height), controlOf(pictures.length), chunk('PLTE', palette.bytes)];
  const whole = { x: 0, y: 0, width, height };
  parts.push(frameOf(sequence++, whole, millis), chunk('IDAT', packed(first, whole, palette)));
  for (const picture of later) {
    const box = changedIn(before, picture);
    before = picture;
    parts.push(frameOf(sequence++, box, millis));
    parts.push(chunk('fdAT', Buffer.concat([number(sequence++), packed(picture, box, palette)])));
  }
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}

/** The most frequent colours, and which of them stands for any other. */
class Palette {
  private readonly colours: readonly number[];
  private readonly places = new Map<number, number>();

  constructor(pictures: readonly Picture[]) {
    const counts = new Map<number, number>();
    for (const { dots } of pictures)
      for (let at = 0; at < dots.length; at += BYTES)
        counts.set(colourAt(dots, at), (counts.get(colourAt(dots, at)) ?? 0) + 1);
    this.colours = [...counts]
      .sort(([, a], [, b]) => b - a)
      .slice(0, COLOURS)
      .map(([colour]) => colour);
  }

  get bytes(): Buffer {
    return Buffer.from(this.colours.flatMap(channelsOf));
  }

  placeOf(colour: number): number {
    const known = this.places.get(colour);
    if (known !== undefined) return known;
    const distances = this.colours.map((each) => distance(each, colour));
    const place = distances.indexOf(Math.min(...distances));
    this.places.set(colour, place);
    return place;
  }
}

function colourAt(dots: Uint8Array, at: number): number {
  return ((dots[at] as number) << 16) | ((dots[at + 1] as number) << 8) | (dots[at + 2] as number);
}

function channelsOf(colour: number): readonly [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function distance(one: number, other: number): number {
  const [a, b] = [channelsOf(one), channelsOf(other)];
  return a.reduce((sum, value, at) => sum + (value - (b[at] as number)) ** 2, 0);
}

/** As browsers write them: eight bits, not interlaced, with or without transparency, which is dropped. */
export function readPng(file: Buffer): Picture {
  const data: Buffer[] = [];
  let [width, height, channels] = [0, 0, BYTES];
  for (let at = SIGNATURE.length; at < file.length; ) {
    const length = file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    if (name === 'IHDR')
      [width, height, channels] = [body.readUInt32BE(0), body.readUInt32BE(4), body[9] === TRUE_COLOUR ? 3 : 4];
    if (name === 'IDAT') data.push(body);
    at += length + 12;
  }
  return { width, height, dots: withoutFilters(inflateSync(Buffer.concat(data)), { width, height, channels }) };
}

function withoutFilters(
  raw: Buffer,
  { width, height, channels }: { width: number; height: number; channels: number },
): Uint8Array {
  const stride = width * channels;
  const lines = new Uint8Array(stride * height);
  const dots = new Uint8Array(width * height * BYTES);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] as number;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < channels ? 0 : (lines[at - channels] as number);
      const up = y === 0 ? 0 : (lines[at - stride] as number);
      const corner = x < channels || y === 0 ? 0 : (lines[at - stride - channels] as number);
      lines[at] = (raw[y * (stride + 1) + 1 + x] as number) + predicted(filter, left, up, corner);
      const channel = x % channels;
      if (channel < BYTES) dots[(y * width + (x - channel) / channels) * BYTES + channel] = lines[at] as number;
    }
  }
  return dots;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [toLeft, toUp, toCorner] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** The least box around all that differs; a single dot where nothing does. */
export function changedIn(before: Picture, after: Picture): Box {
  const { width, height, dots } = after;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let at = 0; at < dots.length; at += 1) {
    if (dots[at] === before.dots[at]) continue;
    const dot = Math.floor(at / BYTES);
    const [x, y] = [dot % width, Math.floor(dot / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  if (left > right) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

function packed({ width, dots }: Picture, box: Box, palette: Palette): Buffer {
  const raw = Buffer.alloc((box.width + 1) * box.height);
  for (let y = 0; y < box.height; y += 1) {
    for (let x = 0; x < box.width; x += 1)
      raw[y * (box.width + 1) + 1 + x] = palette.placeOf(colourAt(dots, ((box.y + y) * width + box.x + x) * BYTES));
  }
  return deflateSync(raw, { level: 9 });
}

function headerOf(width: number, height: number): Buffer {
  return chunk('IHDR', Buffer.concat([number(width), number(height), Buffer.from([8, INDEXED, 0, 0, 0])]));
}

/** It begins again for ever. */
function controlOf(frames: number): Buffer {
  return chunk('acTL', Buffer.concat([number(frames), number(0)]));
}

function frameOf(sequence: number, { x, y, width, height }: Box, millis: number): Buffer {
  const times = Buffer.alloc(6);
  times.writeUInt16BE(millis, 0);
  times.writeUInt16BE(1000, 2);
  return chunk('fcTL', Buffer.concat([...[sequence, width, height, x, y].map(number), times]));
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  return Buffer.concat([number(body.length), named, number(crc32(named))]);
}
