import { blank } from './blank.ts';
import { lineOf } from './source-files.ts';

export interface Ban {
  readonly pattern: RegExp;
  readonly name: string;
  readonly instead: string;
}

const MATH =
  'sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|exp|expm1|log|log2|log10|log1p|pow|cbrt|hypot';

/** Names that must not be used as values; a property or a field of that name is fine. */
function name(text: string): RegExp {
  return new RegExp(`(?<![\\w$.'"#])(?:${text})(?![\\w$]|\\s*\\??:(?!:))`, 'g');
}

/** What would let the host decide what happens in the simulated half, or make two hosts differ. */
const BANNED: readonly Ban[] = [
  { name: 'Date', pattern: name('Date'), instead: 'the virtual clock (ctx.now); print times with the api helpers' },
  { name: 'Math.random', pattern: /\bMath\s*\.\s*random\b/g, instead: "the run's seeded generator (Random)" },
  {
    name: 'a timer',
    pattern: name('setTimeout|setInterval|setImmediate|queueMicrotask|requestAnimationFrame|requestIdleCallback'),
    instead: 'sleep or a timer of the engine',
  },
  { name: 'Promise', pattern: name('Promise'), instead: 'a process (yield*), or load it before the run' },
  {
    name: 'async',
    pattern: /(?<![\w$.])async(?=\s+function|\s*\(|\s+\w+\s*(?:=>|\())/g,
    instead: 'a process (function*)',
  },
  { name: 'await', pattern: /(?<![\w$.])await(?=[\s(])/g, instead: 'yield*' },
  { name: 'Intl', pattern: name('Intl'), instead: 'fixed texts; words for people belong to narration' },
  { name: 'localeCompare', pattern: /\.\s*localeCompare\b/g, instead: 'the stable order of src/base/order.ts' },
  {
    name: 'a toLocale method',
    pattern: /\.\s*toLocale(?:\w*String|UpperCase|LowerCase)\b/g,
    instead: 'the plain method, which is the same everywhere',
  },
  {
    name: 'transcendental Math',
    pattern: new RegExp(`\\bMath\\s*\\.\\s*(?:${MATH})\\b`, 'g'),
    instead: 'integers or a small exact table: results differ between browsers in the last bit',
  },
  {
    name: '**',
    pattern: /(?<!\dn\s*|\b2\s*)\*\*(?!\/)/g, // exact for bigints and for powers of two
    instead: 'repeated multiplication: powers differ between browsers in the last bit',
  },
  {
    name: 'structuredClone',
    pattern: name('structuredClone'),
    instead: 'a new object that shares what did not change',
  },
  { name: 'WeakRef', pattern: name('WeakRef|FinalizationRegistry'), instead: 'an explicit end of life' },
  { name: 'Atomics', pattern: name('Atomics|SharedArrayBuffer'), instead: 'tables' },
  { name: 'console', pattern: name('console'), instead: 'a step, or a thrown error' },
  {
    name: 'crypto',
    pattern: name('crypto'),
    instead: 'src/base/bytes/hash.ts, or a port that is loaded before the run',
  },
  { name: 'performance', pattern: name('performance'), instead: 'the virtual clock; measure outside' },
  { name: 'globalThis', pattern: name('globalThis'), instead: 'a parameter' },
];

/** Every banned use in one source text. */
export function bannedUses(path: string, text: string): readonly string[] {
  const { code } = blank(text);
  return BANNED.flatMap(({ pattern, name: what, instead }) =>
    [...code.matchAll(pattern)].map(
      ({ index }) => `${path}:${lineOf(code, index)}: ${what} is banned here; use ${instead}`,
    ),
  );
}
