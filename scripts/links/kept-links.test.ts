import { expect, it } from 'vitest';
import { keptLinks } from './kept-links.ts';
import { LinkOpener } from './open.ts';

// Those of scenarios are held to their word where these are told, in `scripts/kubestep/beats.test.ts`.
it.each([...keptLinks()])('links of %s to whole runs open at the sentence that they were made at', (_, links) => {
  const opener = new LinkOpener();
  const ofRuns = links.filter(([link]) => link.includes('#run='));
  expect(ofRuns.length).toBeGreaterThan(50);
  for (const [link, sentence] of ofRuns) expect(opener.open(link), link).toBe(sentence);
});
