import { expect, it } from 'vitest';
import { madeOnce, pureOfObject, pureOfText, pureOfTexts, pureOfValues } from './pure.ts';

it('a table is made when somebody first asks, and once, also when it is nothing', () => {
  let made = 0;
  const table = madeOnce(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  expect([table(), table()]).toEqual([undefined, undefined]);
  expect(made).toBe(1);
});

it('what is asked of an object is worked out once for each object, also when the answer is nothing', () => {
  const asked: object[] = [];
  const nameOf = pureOfObject((object: { readonly name?: string }) => {
    asked.push(object);
    return object.name;
  });
  const [named, nameless] = [{ name: 'a' }, {}];
  expect([named, nameless, named, nameless].map(nameOf)).toEqual(['a', undefined, 'a', undefined]);
  expect(nameOf({ name: 'a' })).toBe('a');
  expect(asked).toEqual([named, nameless, { name: 'a' }]);
});

it('what is asked of a text is worked out once, until there are too many', () => {
  const asked: string[] = [];
  const upper = pureOfText(2, (text: string) => {
    asked.push(text);
    return text.toUpperCase();
  });
  expect(['a', 'a', 'b', 'c', 'a'].map(upper)).toEqual(['A', 'A', 'B', 'C', 'A']);
  expect(asked).toEqual(['a', 'b', 'c', 'a']);
});

it('what is asked of two texts is told apart by both', () => {
  let worked = 0;
  const joined = pureOfTexts(2, (left, right) => {
    worked += 1;
    return { text: `${left}/${right}` };
  });
  const first = joined('a', 'b');
  expect(joined('a', 'b')).toBe(first);
  expect(joined('ab', '').text).toBe('ab/');
  expect(joined('a', 'b')).toBe(first);
  expect(worked).toBe(2);
  // A third one on the left makes it begin anew; the last answer is still at hand.
  expect(joined('c', 'b').text).toBe('c/b');
  expect(joined('c', 'b').text).toBe('c/b');
  expect(joined('a', 'b')).toEqual(first);
  expect(worked).toBe(4);
});

it('what is asked of several values is found by the very same ones, and what comes once does not drive away what comes often', () => {
  let worked = 0;
  const counted = pureOfValues(4, (_a: object, _b?: unknown, _c?: unknown, _d?: unknown, _e?: unknown) => {
    worked += 1;
    return worked;
  });
  const often = {};
  expect(counted(often)).toBe(1);
  for (let i = 0; i < 20; i += 1) {
    counted({}, i);
    if (i % 2 === 0) expect(counted(often)).toBe(1);
  }
  expect(counted({})).toBe(22);
  expect(counted(often, often)).toBe(23);
  expect(counted(often, undefined, undefined, undefined, often)).toBe(24);
});

it('what asks itself again on its way is answered as without remembering', () => {
  const sum = pureOfValues(4, (n: number): number => (n === 0 ? 0 : n + sum(n - 1)));
  for (const n of [9, 3, 9, 12]) expect(sum(n)).toBe((n * (n + 1)) / 2);
});
