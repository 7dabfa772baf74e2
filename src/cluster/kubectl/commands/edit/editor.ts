/** What an editor makes of a text; undefined for one that is not known here. */
export type Edited = (text: string) => string;

const unchanged: Edited = (text) => text;
/** Programs that are named as editors in scripts, and that change nothing. */
const IDLE: ReadonlySet<string> = new Set(['true', ':', 'cat', 'touch']);

/** Models nothing upstream: the editors that a script can name, which are `sed -i` with `s` and `d`, and those that do nothing. */
export function editorNamed(command: string): Edited | undefined {
  const [program = '', ...words] = wordsOf(command);
  const name = program.slice(program.lastIndexOf('/') + 1);
  if (IDLE.has(name)) return unchanged;
  return name === 'sed' ? sed(words) : undefined;
}

/** The words of a command line: those in quotes belong together. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([word]) => word.replace(/['"]/g, ''));
}

function sed(words: readonly string[]): Edited | undefined {
  const flags = words.filter((word) => /^(-[iEr]+|--in-place)$/.test(word));
  const rest = words.filter((word) => !flags.includes(word));
  const scripts = rest[0] === '-e' ? rest.filter((_, at) => at % 2 === 1) : rest.slice(0, 1);
  const isWhole = rest[0] === '-e' ? rest.every((word, at) => at % 2 === 1 || word === '-e') : rest.length === 1;
  const extended = flags.some((flag) => /^-\w*[Er]/.test(flag));
  const inPlace = flags.some((flag) => flag.includes('i'));
  const commands = scripts
    .flatMap((script) => script.split(/;(?=\s*[s/])/))
    .map((text) => command(text.trim(), extended));
  if (!inPlace || !isWhole || commands.length === 0 || commands.includes(undefined)) return undefined;
  const steps = commands as readonly LineCommand[];
  return (text) =>
    linesOf(text)
      .flatMap((line) => steps.reduce(through, [line]))
      .join('');
}

type LineCommand = (line: string) => string | undefined;

function through(lines: readonly string[], step: LineCommand): string[] {
  return lines.map(step).filter((line) => line !== undefined);
}

/** Each with its line break. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** `s/old/new/g` or `/pattern/d`. */
function command(text: string, extended: boolean): LineCommand | undefined {
  const deleted = /^\/(.+)\/d$/.exec(text)?.[1];
  if (deleted !== undefined) {
    const pattern = patternOf(deleted, extended, '');
    return pattern && ((line) => (pattern.test(line.replace(/\n$/, '')) ? undefined : line));
  }
  const mark = text[1] ?? '';
  const [, old, wanted, flags] = text[0] === 's' && /[^\w\s\\]/.test(mark) ? split(text, mark) : [];
  if (old === undefined || wanted === undefined || !/^[gI]*$/.test(flags ?? 'x')) return undefined;
  const pattern = patternOf(old, extended, (flags ?? '').toLowerCase());
  const put = wanted
    .replace(/\$/g, '$$$$')
    .replace(/\\(\d)|(?<!\\)&/g, (_, group: string | undefined) => (group === undefined ? '$&' : `$${group}`))
    .replace(/\\n/g, '\n')
    .replace(/\\(.)/g, '$1');
  return pattern && ((line) => line.replace(/[^\n]*/, (whole) => whole.replace(pattern, put)));
}

/** At each mark that no backslash stands before. */
function split(text: string, mark: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < text.length; at += 1) {
    const isMark = text[at] === mark;
    if (isMark) parts.push(part);
    const isEscaped = text[at] === '\\' && text[at + 1] === mark;
    if (isEscaped) at += 1;
    part = isMark ? '' : part + text[at];
  }
  return [...parts, part];
}

/** In a basic expression the signs of an extended one have backslashes, and bare ones mean themselves. */
function patternOf(text: string, extended: boolean, flags: string): RegExp | undefined {
  const source = extended
    ? text
    : text.replace(/\\?[+?(){}|]/g, (sign) => (sign.length > 1 ? sign.slice(1) : `\\${sign}`));
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
