import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GOVERNED } from '../checks/import-rules.ts';
import { importViolations, roomOf } from '../checks/import-violations.ts';
import { filesBelow, isTypeScript, root, textOf } from '../checks/source-files.ts';
import { specViolations } from '../checks/spec-rules.ts';
import { unfinished, unmodelled } from '../checks/tidy-rules.ts';
import { nameProblem, SORTS, skeletonOf } from './skeletons.ts';

describe.each(SORTS)('npm run new -- %s', (sort) => {
  const { folder, files } = skeletonOf(sort, 'count-things');
  const texts = new Map(files.map(([name, text]) => [posix.join(folder, name), text]));

  it('touches one folder, and nothing that is there', () => {
    expect(new Set([...texts.keys()].map((path) => posix.dirname(path)))).toEqual(new Set([folder]));
    expect([...texts.keys()].filter((path) => existsSync(join(root, path)))).toEqual([]);
    expect([...texts.keys()].filter((path) => isTypeScript(path) && roomOf(path) === undefined)).toEqual([]);
  });

  it('keeps to the rules of imports, of specs and of tidiness', () => {
    const code = [...texts.keys()].filter(isTypeScript);
    const exists = (path: string) =>
      texts.has(path) || (existsSync(join(root, path)) && statSync(join(root, path)).isFile());
    const everything = [...GOVERNED.flatMap(filesBelow).filter(isTypeScript), ...code];
    const text = (path: string) => texts.get(path) ?? textOf(path);
    expect(importViolations({ files: everything, text, exists })).toEqual([]);
    const of = (pattern: RegExp) => new Map([...texts].filter(([path]) => pattern.test(path)));
    expect(specViolations({ specs: of(/SPEC\.md$/), tests: of(/\.test\.tsx?$/) })).toEqual([]);
    const modelled = code.filter((path) => path.startsWith('src/cluster/') && !path.includes('.test.'));
    expect(modelled.flatMap((path) => unmodelled(path, text(path)))).toEqual([]);
    expect([...texts].flatMap(([path, written]) => unfinished(path, written))).toEqual([]);
  });
});

it('takes a name that can stand in a path, and no other', () => {
  expect(['count', 'count-things', 'a1-b2'].map(nameProblem)).toEqual([undefined, undefined, undefined]);
  for (const bad of ['', 'Count', '../x', 'a--b', '-a', 'a-', '1a', 'a b']) expect(nameProblem(bad), bad).toBeDefined();
});
