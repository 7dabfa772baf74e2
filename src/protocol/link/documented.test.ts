import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { checksum } from './fields.ts';
import { readLink, writeLink } from './index.ts';

const PAGE = 'https://docs.example/kubestep/';
const text = readFileSync('docs/links.md', 'utf8');
const examples = [...text.matchAll(/^\?\S+$/gm)].map(([line]) => line);

it('every link of docs/links.md that one may type is read', () => {
  const typed = examples.filter((line) => !line.includes('v=2'));
  expect(typed).toHaveLength(3);
  for (const line of typed)
    expect(readLink(new URL(PAGE + line))).toMatchObject({ form: 'typed', of: { scenario: 'fruit' } });
});

it('the scenario’s link there is one that is written here, word for word but for the checksum', () => {
  const [example = ''] = examples.filter((line) => line.includes('sum=SUM'));
  expect(readLink(new URL(PAGE + example))).toBe('the link is damaged or was cut');
  const link = {
    of: { scenario: 'fruit', part: 2 },
    to: {
      anchor: {
        seq: 1204,
        story: 2,
        by: 'beat' as const,
        kind: 'insight.printed',
        subject: 'kubectl/2',
        actor: 'kubectl',
        nth: 1,
        like: 1,
        says: '0k3fmx2',
        before: '1p7vq0a',
      },
    },
    moment: {
      kubernetes: 'v1.36',
      build: '0.1.0',
      filter: { grain: 'beat' as const, scope: 'story' as const },
      panel: 'step',
      told: 'kubectl prints two lines',
    },
  };
  const written = writeLink(PAGE, link);
  expect(written.replace(/sum=\w{7}/, 'sum=SUM')).toBe(PAGE + example);
  expect(readLink(new URL(written))).toEqual({ form: 'anchored', ...link });
});

it('the words of the table are those that a link has', () => {
  const table = text.slice(text.indexOf('| word |'), text.indexOf('## Links to a run'));
  const words = new Set(
    [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) =>
      [...(cell ?? '').matchAll(/`([\w.]+)`/g)].map(([, word]) => word),
    ),
  );
  const written = new URL(
    writeLink(PAGE, {
      of: { scenario: 'fruit', part: 1 },
      to: { start: true },
      moment: {
        kubernetes: 'v1.36',
        build: 'b',
        filter: { grain: 'step', scope: 'story', actor: 'a', object: 'o' },
        isInside: true,
        panel: 'node',
        chosen: { NAME: 'node-1' },
        layout: 'l',
        notes: 'n',
        told: 't',
      },
    }),
  );
  const anchored = ['story', 'beat', 'step', 'of', 'by', 'nth', 'like', 'says', 'before'];
  expect([...words].toSorted()).toEqual([...new Set([...written.searchParams.keys(), ...anchored])].toSorted());
});

it('the run’s link there has the form that is written here', () => {
  expect(examples).toContain('?v=2#run=v2.TEXT.SUM');
  const run = { v: 1 as const, build: 'b', seed: 1, cluster: { nodes: 1, latencies: 'zero' as const }, inputs: [] };
  const written = writeLink(PAGE, { of: { run, files: [] }, to: { start: true }, moment: {} });
  const [, packed = '', sum] =
    /^https:\/\/docs\.example\/kubestep\/\?v=2#run=v2\.([\w-]+)\.(\w{7})$/.exec(written) ?? [];
  expect(sum).toBe(checksum(packed));
});
