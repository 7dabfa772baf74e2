import { describe, expect, it } from 'vitest';
import { invalidName } from './image-name.ts';

const DIGITS = 'a'.repeat(64);
const FORMAT = 'invalid reference format';
const SMALL = (path: string) => `${FORMAT}: repository name (${path}) must be lowercase`;

describe('names of images', () => {
  it.each([
    'nginx',
    'a__b--c.d/e:V1._-',
    'localhost/a',
    'HOST.example.com:5000/a/b',
    'Mine/a',
    '[::1]:5000/a',
    `a:1@sha256:${DIGITS}`,
  ])('KL105: %s is one', (image) => {
    expect(invalidName(image)).toBeUndefined();
  });

  it.each([
    ['Nginx', SMALL('library/Nginx')],
    ['my.example.com/Web:1', SMALL('Web')],
    ['team/Web', SMALL('team/Web')],
    ['nginx:', FORMAT],
    ['nginx:1:2', FORMAT],
    ['nginx..x', FORMAT],
    ['nginx-', FORMAT],
    ['https://example.com/a', FORMAT],
    [`nginx:${'x'.repeat(129)}`, FORMAT],
    [DIGITS, `invalid repository name (${DIGITS}), cannot specify 64-byte hexadecimal strings`],
    [`a/${'b'.repeat(256)}`, 'repository name must not be more than 255 characters'],
    ['a@sha256:abc', FORMAT],
    [`a@sha256:${DIGITS}a`, 'invalid checksum digest length'],
    [`a@sha256:${DIGITS.toUpperCase()}`, 'invalid checksum digest format'],
    [`a@md5:${DIGITS}`, 'unsupported digest algorithm'],
  ])('KL105: %s is none', (image, problem) => {
    expect(invalidName(image)).toBe(
      `Failed to apply default image tag "${image}": couldn't parse image name "${image}": ${problem}`,
    );
  });
});
