import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCENARIOS, type Scenario } from '../../src/scenarios/index.ts';
import { escaped } from '../../src/ui/poster/svg.ts';
import { snippet } from '../../src/ui/share/snippets.ts';
import { withBrowser } from '../browser.ts';
import { findChromium } from '../find-chromium.mjs';
import { pageName } from './scenario-pages.ts';

/*
 * How a page of a scenario is shown where somebody links to it: with a picture of its first moment, and as a demo where
 * the other side speaks oEmbed. Both name whole addresses, so the site has them where its own is known.
 */

const LANGUAGES = ['en', 'zh'] as const;
type Language = (typeof LANGUAGES)[number];
const DEMO = { width: 770, height: 640 };
/** As large as those who show links ask for. */
const PICTURE = { width: 1200, height: 630 };

/** The answer that oEmbed asks for, of a scenario; `page` is the whole address of the page, `image` that of its picture. */
export function oembedOf({ id, title, goal }: Scenario, language: Language, page: string, image: string): object {
  const link = `${page}?scenario=${id}&part=1&lang=${language}`;
  const built = {
    link,
    title: title[language],
    asked: { grain: 'beat', lang: language },
    load: 'visible',
    poster: '',
  } as const;
  return {
    version: '1.0',
    type: 'rich',
    provider_name: 'Kubestep',
    provider_url: page,
    title: title[language],
    description: goal[language],
    html: snippet({ ...built, height: DEMO.height }, 'frame'),
    ...DEMO,
    thumbnail_url: image,
    thumbnail_width: PICTURE.width,
    thumbnail_height: PICTURE.height,
  };
}

/** What the head of a page of a scenario names, by the place of that page; nothing where the address is not known. */
export async function writeShownElsewhere(folder: string, page: string): Promise<void> {
  const heads: { [place: string]: object } = {};
  if (page !== '') {
    const hasPictures = findChromium() !== undefined;
    if (hasPictures) await drawPictures(folder);
    else console.log('There is no Chromium: links to scenarios are shown with the picture of the whole page.');
    mkdirSync(join(folder, 'public', 'oembed'), { recursive: true });
    for (const scenario of SCENARIOS)
      for (const language of LANGUAGES) {
        const { id, title, goal } = scenario;
        const image = new URL(hasPictures ? `../previews/${id}.png` : 'preview.png', page).href;
        const answer = `oembed/${id}.${language}.json`;
        writeFileSync(join(folder, 'public', answer), JSON.stringify(oembedOf(scenario, language, page, image)));
        const oembed = new URL(`../${answer}`, page).href;
        const place = `${language === 'en' ? '' : `${language}/`}scenarios/${pageName(id)}.md`;
        heads[place] = { title: title[language], description: goal[language], image, oembed };
      }
  }
  writeFileSync(join(folder, 'shown-elsewhere.mjs'), `export const shownElsewhere = ${JSON.stringify(heads)};\n`);
}

/** In English alone: what draws them may have no letters for Chinese. */
async function drawPictures(folder: string): Promise<void> {
  const target = join(folder, 'public', 'previews');
  mkdirSync(target, { recursive: true });
  await withBrowser(async (browser) => {
    const page = await browser.newPage({ viewport: PICTURE, colorScheme: 'light' });
    for (const scenario of SCENARIOS) {
      const poster = readFileSync(join(folder, 'public', 'posters', `${scenario.id}-1.en.svg`), 'utf8');
      await page.setContent(pictureOf(scenario, poster));
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: join(target, `${scenario.id}.png`) });
    }
  });
}

const font = (weight: number) => {
  const file = `node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-${weight}-normal.woff2`;
  const bytes = readFileSync(file).toString('base64');
  return `@font-face { font-family: Plex; font-weight: ${weight}; src: url(data:font/woff2;base64,${bytes}); }`;
};

function pictureOf({ title, goal }: Scenario, poster: string): string {
  return `<!doctype html><style>
${font(400)}${font(600)}
body { margin: 0; display: grid; grid-template-columns: 400px 1fr; gap: 40px; align-items: center; height: ${PICTURE.height}px;
  padding: 0 32px 0 48px; box-sizing: border-box; background: #fff; color: #15171c; font: 400 23px/31px Plex, sans-serif; }
h1 { margin: 20px 0 16px; font: 600 44px/50px Plex, sans-serif; text-wrap: balance; }
b { font-weight: 600; }
svg { display: block; width: 100%; height: auto; max-height: ${PICTURE.height - 40}px; }
</style><div><b>Kubestep</b><h1>${escaped(title.en)}</h1>${escaped(goal.en)}</div>${poster}`;
}
