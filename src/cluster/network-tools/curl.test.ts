import { expect, it } from 'vitest';
import type { Result } from '../network/index.ts';
import { curlSays, readCurl, targetOf } from './curl.ts';

it('NW5: lengths are told in bytes, as they are sent', () => {
  const url = 'http://web/';
  const result = { outcome: 'answered', micros: 0, text: 'grün 💚 中\n' } as Result;
  const asked = readCurl(['-i', '-w', '%{size_download}', url]);
  const target = targetOf(url);
  if (target === undefined) throw new Error('no target');
  const bytes = Buffer.byteLength(result.text);
  expect(curlSays(result, asked, target).stdout).toBe(
    `HTTP/1.1 200 OK\r\nContent-Length: ${bytes}\r\n\r\n${result.text}${bytes}`,
  );
});
