import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '../serve.mjs';
import { cleanClone, runLine } from './clean-clone.ts';
import { complaintsAt, opened, wordsAt } from './served-page.ts';
import { checkedWorkflow } from './workflow.ts';

const OWNER = 'somebody';
const NAME = 'lessons';

/** What the workflow gives to GitHub Pages, from a clean clone, served below the path that it gets there. */
export async function runPages(text: string, root: string, folder: string): Promise<string> {
  const { lines, uses } = await checkedWorkflow(text, '.github/workflows/pages.yml', join(folder, 'lint'));
  const given = uses.find(({ action }) => action.startsWith('actions/upload-pages-artifact@'))?.with.path;
  if (given === undefined) throw new Error('nothing is given to GitHub Pages');
  const clone = join(folder, 'clone');
  cleanClone(root, clone);
  const variables = { CI: 'true', GITHUB_REPOSITORY_OWNER: OWNER, GITHUB_REPOSITORY: `${OWNER}/${NAME}` };
  for (const line of lines) runLine(line, clone, variables);
  const site = join(clone, given);
  checkPictures(site);
  const { server, port } = await serve(site, { port: 4690, base: `/${NAME}/` });
  const browser = await opened();
  try {
    const address = `http://127.0.0.1:${port}/${NAME}/`;
    for (const [page, words] of PAGES) {
      const said = await wordsAt(browser, address + page);
      if (!said.includes(words)) throw new Error(`${address}${page} does not say ${words}`);
    }
    const complaints = await complaintsAt(browser, `${address}app/`);
    if (complaints.length > 0) throw new Error(complaints.join('; '));
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  return `${lines.length} lines in a clean clone make ${pages.length} pages, which open below /${NAME}/ in both languages, with the page inside; actionlint finds nothing; checkout, Node and the upload are the platform's`;
}

const PAGES = [
  ['', 'Stop time in a Kubernetes cluster'],
  ['zh/', '让 Kubernetes 集群的时间停下来'],
  ['zh/embed.html', '嵌入一个时刻'],
  ['scenarios/fruit.html', 'Step through it'],
] as const;

/** Whoever is shown a link to the site sees a picture, and its address is a whole one. */
function checkPictures(site: string): void {
  const wanted = `https://${OWNER}.github.io/${NAME}/app/preview.png`;
  for (const page of ['index.html', 'app/index.html'])
    if (!readFileSync(join(site, page), 'utf8').includes(wanted)) throw new Error(`${page} does not name ${wanted}`);
  if (!existsSync(join(site, 'app', 'preview.png'))) throw new Error('there is no app/preview.png');
}
