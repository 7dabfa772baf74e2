import { expect, it } from 'vitest';
import { keptLinks } from './kept-links.ts';
import { LinkOpener } from './open.ts';

// Those of scenarios are held to their word where these are told, in `scripts/kubestep/beats.test.ts`.
it.each([...keptLinks()])(
  'links of %s to whole runs open at the moment that they were made of, or say that they may not',
  (_, links) => {
    const opener = new LinkOpener({ build: 'a later one', kubernetes: 'v1.36' });
    const ofRuns = links.filter(([link]) => link.includes('#run='));
    expect(ofRuns.length).toBeGreaterThan(50);
    let same = 0;
    for (const [link, , what] of ofRuns) {
      const opened = opener.open(link);
      if (typeof opened === 'string') throw new Error(`${opened}: ${link}`);
      if (opened.verdict === undefined) expect(opened.said.what, link).toBe(what);
      if (opened.said.what === what) same += 1;
    }
    expect(same).toBeGreaterThan(ofRuns.length / 2);
  },
);
