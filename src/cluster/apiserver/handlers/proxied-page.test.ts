import { describe, expect, it } from 'vitest';
import { addressThrough, throughProxy } from './proxied-page.ts';

const PREFIX = '/api/v1/namespaces/default/pods/web:80/proxy';
const HOSTS = ['10.244.1.2:80', 'localhost:8001'];

describe('AS63: a page that comes through the proxy', () => {
  it.each([
    ['/a', `${PREFIX}/a`],
    ['/a/', `${PREFIX}/a/`],
    ['/a/../b?q=1#x', `${PREFIX}/b?q=1#x`],
    ['/', `${PREFIX}/`],
    [`${PREFIX}/a`, `${PREFIX}/a`],
    ['a', 'a'],
    ['?q', '?q'],
    ['#top', '#top'],
    ['http://10.244.1.2:80/a', `${PREFIX}/a`],
    ['//localhost:8001/a', `${PREFIX}/a`],
    ['https://example.com/a', 'https://example.com/a'],
    ['mailto:x@example.com', 'mailto:x@example.com'],
  ])('%s leads to %s', (address, to) => {
    expect(addressThrough(address, PREFIX, HOSTS)).toBe(to);
  });

  it.each([
    ['<a href="/rewriteme">test</a>', `<a href="${PREFIX}/rewriteme">test</a>`],
    ["<IMG SRC='/i.png' alt=it />", `<img src="${PREFIX}/i.png" alt="it"/>`],
    ['<p title="/x">/x</p>', '<p title="/x">/x</p>'],
    ['<a href="/?a=1&amp;b=%22">x</a>', `<a href="${PREFIX}/?a=1&amp;b=%22">x</a>`],
    [
      '<script>if (a < b) { s = "<a href=\'/x\'>"; }</script>',
      '<script>if (a < b) { s = "<a href=\'/x\'>"; }</script>',
    ],
    ['<!doctype html>\n<!-- <a href="/x"> -->\n<br>', '<!doctype html>\n<!-- <a href="/x"> -->\n<br>'],
    ['a < b', 'a < b'],
  ])('%s', (page, shown) => {
    expect(throughProxy(page, PREFIX, HOSTS)).toBe(shown);
  });
});
