import { expect, it } from 'vitest';
import { branchName } from './branch-name.ts';

it('branches that the engine numbers are named in the language of the page', () => {
  expect(branchName('branch 2', 'zh')).toBe('分支 2');
  expect(branchName('branch 2', 'en')).toBe('branch 2');
  expect(branchName('main', 'zh')).toBe('main');
});
