import { expect, it } from 'vitest';
import { badInteger } from './list-options.ts';

it('TXT4: a limit that is no number is quoted as Go does', () => {
  expect(badInteger('\u001b[0m')).toBe(String.raw`strconv.ParseInt: parsing "\x1b[0m": invalid syntax`);
  expect(badInteger('99999999999999999999')).toBe(
    'strconv.ParseInt: parsing "99999999999999999999": value out of range',
  );
});
