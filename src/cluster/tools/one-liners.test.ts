import { describe, expect, it } from 'vitest';
import { oneLinerSays, pi } from './one-liners.ts';

const perl = (...args: string[]) => oneLinerSays('perl', args);

describe('TL10: lines that are given to an interpreter', () => {
  it('print as many digits of pi as the Job of the first page asks for', () => {
    const text = perl('-Mbignum=bpi', '-wle', 'print bpi(2000)') ?? '';
    expect(text).toHaveLength(2002);
    expect(text.slice(0, 52)).toBe('3.14159265358979323846264338327950288419716939937510');
    // The digits 762 to 767 behind the point are six nines.
    expect(text.slice(763, 769)).toBe('999999');
    expect([pi(1), pi(2), pi(5), pi(9)]).toEqual(['3', '3.1', '3.1416', '3.14159265']);
  });

  it.each([
    ['perl', ['-e', 'print "hi\\n"'], 'hi\n'],
    ['perl', ['-e', "print 'hi'"], 'hi'],
    ['perl', ['-le', "print 'hi'"], 'hi\n'],
    ['perl', ['-E', 'say "hi"'], 'hi\n'],
    ['python3', ['-c', 'print("hi there")'], 'hi there\n'],
    ['node', ['-e', "console.log('hi')"], 'hi\n'],
    ['ruby', ['-e', 'puts "hi"'], 'hi\n'],
    ['ruby', ['-e', 'puts "hi #{1}"'], undefined],
    ['python', ['-c', 'print(1 + 1)'], undefined],
    ['python', ['app.py'], undefined],
  ])('%s %j says %j', (interpreter, args, said) => {
    expect(oneLinerSays(interpreter, args)).toBe(said);
  });
});
