import { bigFigures } from './big.ts';
import { browserFigures } from './browser.ts';
import type { Figure } from './calibrate.ts';
import { CLUSTER_PARTS, clusterFigures } from './cluster.ts';
import { embedFigures } from './embed.ts';
import { engineFigures } from './engine.ts';
import { networkFigures } from './network.ts';
import { pageFigures } from './page.ts';
import { serveFigures } from './serve.ts';
import { typingFigures } from './typing.ts';

/** `npm run bench [-- name …]`: prints JSON, one figure a promise, a calibration rate beside each. */
const suites: Readonly<Record<string, () => readonly Figure[] | Promise<readonly Figure[]>>> = {
  engine: engineFigures,
  cluster: clusterFigures,
  browser: browserFigures,
  network: networkFigures,
  page: pageFigures,
  typing: typingFigures,
  big: bigFigures,
  embed: embedFigures,
  serve: serveFigures,
};

const wanted = process.argv.slice(2);
const [flag, part = ''] = wanted;
if (flag === '--part') console.log(JSON.stringify(CLUSTER_PARTS[part]?.() ?? []));
else if (wanted.every((name) => name in suites)) await all();
else {
  console.error(
    `Usage: npm run bench [-- NAME …]\n\nNames: ${Object.keys(suites).join(', ')}; all when none is given.`,
  );
  process.exitCode = flag === '--help' || flag === '-h' ? 0 : 2;
}

async function all(): Promise<void> {
  const figures: Figure[] = [];
  for (const [name, suite] of Object.entries(suites)) {
    if (wanted.length === 0 || wanted.includes(name)) figures.push(...(await suite()));
  }
  console.log(JSON.stringify({ node: process.version, figures }, undefined, 2));
}
