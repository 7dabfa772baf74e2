// Models nothing upstream: what the one line says that an interpreter is given, where it only prints

/** `print("a")`, `puts 'a'`, `console.log("a")`: nothing in them that would have to be computed. */
const PRINTS: ReadonlyMap<string, RegExp> = new Map([
  ['perl', /^(print|say)\s*\(?\s*(?:"([^"$@\\]*(?:\\n)?)"|'([^'\\]*)')\s*\)?;?$/],
  ['python', /^(print)\(\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*\);?$/],
  ['node', /^(console\.log)\(\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*\);?$/],
  ['ruby', /^(puts)\s*\(?\s*(?:"([^"#\\]*)"|'([^'\\]*)')\s*\)?;?$/],
]);

const PI = /^print\s+bpi\(\s*(\d{1,4})\s*\);?$/;

/** What it writes; undefined when nobody here knows. */
export function oneLinerSays(interpreter: string, args: readonly string[]): string | undefined {
  const language = interpreter.replace(/\d[\d.]*$/, '');
  const at = args.findIndex((word) => /^-\w*[ce]$/i.test(word));
  const line = args[at + 1]?.trim();
  if (at < 0 || line === undefined) return undefined;
  const endsLines = language !== 'perl' || /l/.test(args[at] as string);
  const digits = language === 'perl' && args.includes('-Mbignum=bpi') ? PI.exec(line)?.[1] : undefined;
  if (digits !== undefined) return `${pi(Number(digits))}${endsLines ? '\n' : ''}`;
  const printed = PRINTS.get(language)?.exec(line);
  if (printed == null) return undefined;
  const text = printed[2] ?? printed[3] ?? '';
  return `${text.replace(/\\n$/, '\n')}${endsLines || printed[1] === 'say' ? '\n' : ''}`;
}

/** So many digits of it, the last one rounded. By Machin's formula, with more digits than are shown. */
export function pi(digits: number): string {
  if (digits < 2) return '3';
  const more = 10;
  const one = 10n ** BigInt(digits - 1 + more);
  const whole = 4n * (4n * arctanOfInverse(5n, one) - arctanOfInverse(239n, one));
  const half = 10n ** BigInt(more) / 2n;
  const text = String((whole + half) / 10n ** BigInt(more));
  return `${text.slice(0, 1)}.${text.slice(1)}`;
}

function arctanOfInverse(x: bigint, one: bigint): bigint {
  let term = one / x;
  let sum = term;
  for (let odd = 3n; term !== 0n; odd += 2n) {
    term = -term / (x * x);
    sum += term / odd;
  }
  return sum;
}
