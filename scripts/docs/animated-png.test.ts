import { deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { animated, changedIn, readPng } from './animated-png.ts';

const WIDTH = 6;
const HEIGHT = 4;

/** Black, with one white dot. */
function picture(x: number, y: number): { readonly width: number; readonly height: number; readonly dots: Uint8Array } {
  const dots = new Uint8Array(WIDTH * HEIGHT * 3);
  dots.fill(255, (y * WIDTH + x) * 3, (y * WIDTH + x) * 3 + 3);
  return { width: WIDTH, height: HEIGHT, dots };
}

it('finds the box in which two pictures differ', () => {
  expect(changedIn(picture(1, 1), picture(3, 2))).toEqual({ x: 1, y: 1, width: 3, height: 2 });
  expect(changedIn(picture(1, 1), picture(1, 1))).toEqual({ x: 0, y: 0, width: 1, height: 1 });
});

it('reads what browsers write', () => {
  expect([...readPng(fileOf(picture(2, 1))).dots]).toEqual([...picture(2, 1).dots]);
});

it('holds the first picture whole, of later ones what differs, and the colours once', () => {
  const moving = animated([fileOf(picture(0, 0)), fileOf(picture(5, 3))], 250);
  const at = moving.indexOf('acTL');
  expect(moving.readUInt32BE(at + 4)).toBe(2);
  const colours = moving.indexOf('PLTE');
  expect([...moving.subarray(colours + 4, colours + 10)]).toEqual([0, 0, 0, 255, 255, 255]);
  const data = moving.indexOf('IDAT');
  const lines = inflateSync(moving.subarray(data + 4, data + 4 + moving.readUInt32BE(data - 4)));
  expect([...lines.subarray(0, 8)]).toEqual([0, 1, 0, 0, 0, 0, 0, 0]);
  const frame = moving.lastIndexOf('fcTL');
  expect([8, 12, 16, 20].map((place) => moving.readUInt32BE(frame + place))).toEqual([6, 4, 0, 0]);
  expect(moving.readUInt16BE(frame + 24)).toBe(250);
});

/** One picture as a file, lines as they are. */
function fileOf({ width, height, dots }: ReturnType<typeof picture>): Buffer {
  const raw = Buffer.concat(
    Array.from({ length: height }, (_, y) =>
      Buffer.concat([Buffer.from([0]), dots.subarray(y * width * 3, (y + 1) * width * 3)]),
    ),
  );
  const part = (name: string, body: Buffer) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(body.length);
    return Buffer.concat([head, Buffer.from(name, 'latin1'), body, Buffer.alloc(4)]);
  };
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  const header = part('IHDR', Buffer.concat([size, Buffer.from([8, 2, 0, 0, 0])]));
  return Buffer.concat([Buffer.alloc(8), header, part('IDAT', deflateSync(raw)), part('IEND', Buffer.alloc(0))]);
}
