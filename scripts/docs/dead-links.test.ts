import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deadLinks } from './dead-links.ts';

it('finds links that lead nowhere, or out of the path that the site lies below', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubestep-links-'));
  try {
    for (const name of ['zh', 'app']) mkdirSync(join(folder, name));
    writeFileSync(join(folder, 'icon.svg'), '<svg/>');
    writeFileSync(join(folder, 'app/index.html'), '<a href="/nowhere">');
    writeFileSync(join(folder, 'zh/index.html'), '<img alt="" src="../icon.svg"><a class="x" href="../b.html#y">');
    writeFileSync(
      join(folder, 'index.html'),
      '<a href="/k/zh/">1</a><a href="/k/zh/?a=1#b">2</a><a href="/app/index.html">3</a><a href="https://a.example">4</a><a href="#x">5</a><a href="/k/app">6</a>',
    );
    expect(deadLinks(folder, '/k/').toSorted()).toEqual(['index.html: /app/index.html', 'zh/index.html: ../b.html#y']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
