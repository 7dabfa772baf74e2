import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runLine } from './clean-clone.ts';
import { buildStages } from './container.ts';
import { readWorkflow } from './workflow.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kubestep-recipes-'));
  folders.push(folder);
  return folder;
}

it('reads what a workflow runs and uses, in its order', () => {
  const text = `on: push
jobs:
  one:
    runs-on: x
    steps:
      - uses: a/b@v1
        with: { path: out }
      - run: npm ci
      - run: npm test -- "$A"
`;
  expect(readWorkflow(text)).toEqual({
    lines: ['npm ci', 'npm test -- "$A"'],
    uses: [{ action: 'a/b@v1', with: { path: 'out' } }],
  });
  expect(() => readWorkflow('on: push\njobs: {}\n')).toThrow('a workflow with 0 jobs');
});

it('runs a line as a workflow does, and says what failed', () => {
  const folder = emptyFolder();
  expect(runLine('echo "$NAME" > a; cat a', folder, { NAME: 'what' })).toBe('what\n');
  expect(() => runLine('false | cat; echo on', folder)).toThrow(/false \| cat/);
});

it('does a container’s instructions in folders', () => {
  const [context, target] = [emptyFolder(), emptyFolder()];
  mkdirSync(join(context, 'src'));
  writeFileSync(join(context, 'src', 'a.txt'), 'a');
  writeFileSync(join(context, 'b.conf'), 'b');
  const recipe = `FROM node AS build
WORKDIR /here
COPY . .
RUN mkdir out && cat src/a.txt > out/c.txt

FROM nginx
COPY --from=build /here/out /srv/site
COPY b.conf /etc/
`;
  const stage = buildStages(recipe, context, target);
  expect(readFileSync(join(stage, 'srv/site/c.txt'), 'utf8')).toBe('a');
  expect(readFileSync(join(stage, 'etc/b.conf'), 'utf8')).toBe('b');
  for (const [wrong, why] of [
    ['FORM node', 'no instruction: FORM node'],
    ['WORKDIR /a', 'before any FROM: WORKDIR /a'],
    ['FROM a\nCOPY --from=none /a /b', 'no stage none'],
    ['FROM a\nCOPY missing /b', 'nothing to copy: missing /b'],
    ['FROM a\nWORKDIR /a\nRUN exit 3', 'exit 3'],
  ] as const)
    expect(() => buildStages(wrong, context, emptyFolder())).toThrow(why);
});
