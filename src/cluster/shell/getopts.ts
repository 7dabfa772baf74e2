// Models shell/ash.c getoptscmd of busybox (v1.36)

import type { ShellState } from './shell-state.ts';

/** Where it is within a word of several letters: `-ab`. */
const PLACE = 'OPTIND/letter';

/** `getopts OPTIONS NAME [WORD…]`: the next option into NAME. What to say, and the code. */
export function nextOption(
  state: ShellState,
  [options = '', name = '', ...given]: readonly string[],
): { readonly code: number; readonly error?: string } {
  const words = given.length > 0 ? given : state.parameters.slice(1);
  const isQuiet = options.startsWith(':');
  const index = Number(state.variables.get('OPTIND') ?? 1);
  const place = Number(state.variables.get(PLACE) ?? 1);
  const word = words[index - 1];
  const leave = (next: number): { readonly code: number } => {
    state.assign('OPTIND', String(next));
    state.assign(PLACE, undefined);
    state.assign(name, '?');
    state.assign('OPTARG', undefined);
    return { code: 1 };
  };
  if (word === undefined || !/^-./.test(word)) return leave(index);
  if (word === '--') return leave(index + 1);
  const letter = word.charAt(place);
  const isLast = place + 1 >= word.length;
  const at = letter === ':' ? -1 : options.indexOf(letter);
  const goOn = (by: number): void => {
    state.assign('OPTIND', String(index + by));
    state.assign(PLACE, by === 0 ? String(place + 1) : undefined);
  };
  if (at < 0) {
    goOn(isLast ? 1 : 0);
    state.assign(name, '?');
    state.assign('OPTARG', isQuiet ? letter : undefined);
    return isQuiet ? { code: 0 } : { code: 0, error: `Illegal option -${letter}` };
  }
  state.assign(name, letter);
  if (options.charAt(at + 1) !== ':') {
    goOn(isLast ? 1 : 0);
    state.assign('OPTARG', undefined);
    return { code: 0 };
  }
  const value = isLast ? words[index] : word.slice(place + 1);
  goOn(isLast ? 2 : 1);
  if (value !== undefined) {
    state.assign('OPTARG', value);
    return { code: 0 };
  }
  state.assign(name, isQuiet ? ':' : '?');
  state.assign('OPTARG', isQuiet ? letter : undefined);
  return isQuiet ? { code: 0 } : { code: 0, error: `No arg for -${letter} option` };
}
