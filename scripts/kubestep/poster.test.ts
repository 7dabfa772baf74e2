// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SCENARIOS } from '../../src/scenarios/index.ts';
import { COLOURS, styleOf } from '../../src/ui/poster/look.ts';
import { poster, readPosterOptions } from './poster.ts';

const HERE = 'https://docs.example/kubestep/';

async function printed(...argv: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await poster(
    argv,
    (text) => out.push(text),
    (text) => err.push(text),
  );
  return { code, out: out.join(''), err: err.join('\n') };
}

function parsed(svg: string): Document {
  const read = new DOMParser().parseFromString(svg, 'text/xml');
  expect(read.getElementsByTagName('parsererror')).toHaveLength(0);
  return read as unknown as Document;
}

describe('the poster of a moment', () => {
  it('is the map with its sentence, less than 20 kB, and needs nothing from anywhere', async () => {
    const { code, out } = await printed(`${HERE}?scenario=seven-arrows&part=1&step=40`);
    expect(code).toBe(0);
    expect(out.length).toBeLessThan(20_000);
    expect(out).not.toMatch(
      /<script|<image|<foreignObject|href=|url\(|@import|https?:\/\/(?!www\.w3\.org\/2000\/svg")/,
    );
    const text = parsed(out).documentElement.textContent ?? '';
    for (const word of ['kube-apiserver', 'etcd', 'authn', 'node-1', 'Step 40 of 257', 'It knows the caller by its'])
      expect(text).toContain(word);
    expect(out).toContain('@media (prefers-color-scheme:dark)');
    expect(out).toContain('class="lit"');
    expect((await printed(`${HERE}?scenario=seven-arrows&part=1&step=40`)).out).toBe(out);
  });

  it('is told in Chinese, light or dark, where that is asked for', async () => {
    const { out } = await printed(`${HERE}?scenario=seven-arrows&part=1&step=40`, '--lang', 'zh', '--theme=dark');
    expect(out).toContain('它凭');
    expect(out).toMatch(/<desc>七个箭头创建一个 Pod。 第 40 步，共 \d+ 步。 .+。<\/desc>/);
    expect(out).not.toContain('prefers-color-scheme');
    expect(out).toContain(`--paper:${COLOURS.paper?.[1]}`);
  });

  it('says of the first moment what is said there, and no place', async () => {
    const { out } = await printed(`${HERE}?scenario=seven-arrows&part=1`);
    expect(out).toMatch(/<desc>A Pod in seven arrows\. You type .+\.<\/desc>/);
    expect(out, 'the name of a kind of step is no title').not.toContain('>kubectl.command<');
  });

  it('is small at any moment of any kind of cluster', async () => {
    for (const { id } of SCENARIOS.filter((_, place) => place % 9 === 4)) {
      const { out, err } = await printed(`${HERE}?scenario=${id}`);
      expect(err).toBe('');
      expect(out.length, id).toBeLessThan(20_000);
      parsed(out);
    }
  });

  it('is refused in words where there is no such moment, or no such option', async () => {
    expect(await printed(`${HERE}?scenario=none`)).toEqual({ code: 1, out: '', err: 'kubestep: no scenario none' });
    expect((await printed('--lang', 'fr', 'x')).err).toBe('kubestep: --lang cannot be fr');
    expect(readPosterOptions([])).toBe('name a link to a moment');
    expect(readPosterOptions(['a', 'b'])).toBe('one link at a time');
    expect(readPosterOptions(['a', '--size=3'])).toBe('there is no option --size');
  });

  it('has the colours of the page', () => {
    const css = readFileSync('src/ui/theme/tokens.css', 'utf8');
    const [light = '', dark = ''] = css.split('[data-theme="dark"]');
    const inTokens = (text: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(text)?.[1];
    for (const [name, [day, night]] of Object.entries(COLOURS))
      expect([day, night], name).toEqual([inTokens(light, name), inTokens(dark, name) ?? inTokens(light, name)]);
    expect(styleOf('light')).not.toContain('@media');
  });
});
