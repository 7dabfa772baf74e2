import { expect, it } from 'vitest';
import { say } from '../widgets/kit/words.ts';
import { shellWords } from './strings.ts';
import { branchName } from './top-bar.tsx';

it('branches that the engine numbers are named in the language of the page', () => {
  expect(branchName('branch 2', (key, args) => say(shellWords, 'zh', key, args))).toBe('分支 2');
  expect(branchName('branch 2', (key, args) => say(shellWords, 'en', key, args))).toBe('branch 2');
  expect(branchName('main', (key, args) => say(shellWords, 'zh', key, args))).toBe('main');
});
