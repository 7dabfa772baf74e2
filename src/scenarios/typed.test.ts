import { expect, it } from 'vitest';
import { typed } from './typed.ts';

it('a command within a line is one word, as the shell of the page reads it', () => {
  const argv = (line: string) => (typed(line) as { readonly argv: readonly string[] }).argv;
  expect(argv('TOKEN=$(kubectl create token my-admin)')).toEqual(['TOKEN=$(kubectl create token my-admin)']);
  expect(argv(`exec x -- sh -c 'T=$(cat /a b); echo "$T"'`)).toEqual([
    'exec',
    'x',
    '--',
    'sh',
    '-c',
    'T=$(cat /a b); echo "$T"',
  ]);
});
