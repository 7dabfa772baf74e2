import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withAddress } from './site-address.ts';

const page = readFileSync('index.html', 'utf8');

it('names the picture of the page by its whole address where that is known', () => {
  expect(page).toContain('<meta property="og:image" content="./preview.png" />');
  const built = withAddress(page, 'https://example.org/kubestep');
  expect(built).toContain('<meta property="og:image" content="https://example.org/kubestep/preview.png" />');
  expect(built).toContain('<meta property="og:url" content="https://example.org/kubestep/" />');
  expect(withAddress(page, undefined)).toBe(page);
  expect(() => withAddress(page, 'nowhere')).toThrow(/Invalid URL/);
});
