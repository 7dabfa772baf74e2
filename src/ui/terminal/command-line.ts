export type Parsed =
  /** `&` at the end: the next command does not wait for this one. */
  | { readonly type: 'argv'; readonly argv: readonly string[]; readonly beside?: boolean }
  | { readonly type: 'etcdctl'; readonly argv: readonly string[]; readonly beside?: boolean }
  /** Not one plain command: the shell reads it. */
  | { readonly type: 'line'; readonly line: string; readonly beside?: boolean }
  | { readonly type: 'nothing' };

/** What a line is made of: text in quotes, which may lack the closing one, what a backslash stands before, space, or a character. */
const PIECE = /'([^']*)('?)|"((?:\\.|[^"\\])*)("?)|\\(.?)|\s+|\$[\w({]|./gs;
/** Names and commands that the shell puts something in the place of. */
const EXPANDS = /`|\$[\w({]/;
const FOR_THE_SHELL = /^(?:[|<>;&`]|\$.)/;

/** Splits a line as a shell does: spaces, both kinds of quotes, backslashes, comments. Nothing is expanded. */
export function splitWords(line: string): readonly string[] | 'quote' | 'pipe' {
  const words: string[] = [];
  let word: string | undefined;
  for (const [piece, single, endOfSingle, double, endOfDouble, escaped] of line.matchAll(PIECE)) {
    if (/^\s/.test(piece)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    if (piece === '#' && word === undefined) break;
    if (FOR_THE_SHELL.test(piece) || EXPANDS.test(double?.replace(/\\./gs, ' ') ?? '')) return 'pipe';
    if (endOfSingle === '' || endOfDouble === '') return 'quote';
    // A line goes on behind a backslash at its end.
    if (escaped === '\n') continue;
    word = (word ?? '') + (single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? piece);
  }
  if (word !== undefined) words.push(word);
  return words;
}

/** Tools that ask the network: their own name is part of what is given. */
const NETWORK_TOOLS = /^(?:curl|wget|nc|sleep)$/;

/** Of several commands the last one alone is beside them. */
const SEVERAL = /[;\n]|&&|\|\|/;

/** What a line is: one plain command, or something for the shell to read. `isOwn`: the shell has names or a place of its own. */
export function parseCommand(line: string, isOwn = false): Parsed {
  const before = /^(.*[^&\\\s])\s*&\s*$/s.exec(line)?.[1];
  const beside = before === undefined || splitWords(before) === 'quote' ? undefined : parsePlain(before, isOwn);
  const isOne =
    beside?.type === 'argv' || beside?.type === 'etcdctl' || (beside?.type === 'line' && !SEVERAL.test(beside.line));
  return isOne ? { ...beside, beside: true } : parsePlain(line, isOwn);
}

function parsePlain(line: string, isOwn: boolean): Parsed {
  const plain = line.replace(/^\s*\$\s+/, '');
  const words = splitWords(plain);
  if (words.length === 0) return { type: 'nothing' };
  if (typeof words === 'string' || isOwn) return { type: 'line', line: plain.trim() };
  const [command = '', ...argv] = words;
  if (command === 'etcdctl') return { type: 'etcdctl', argv };
  if (NETWORK_TOOLS.test(command)) return { type: 'argv', argv: words };
  if (command.startsWith('KUBECONFIG=') && argv.length > 0) return { type: 'argv', argv: words };
  if (command === 'kubectl' || command === 'k') return { type: 'argv', argv };
  return { type: 'line', line: plain.trim() };
}

/** What a word may name: all of it, what stands behind a letter or `=`, and the members of `a,b`. */
function namesIn(word: string): readonly string[] {
  const parts = /^-[a-zA-Z]./.test(word) ? [word.slice(2)] : [word];
  return parts
    .flatMap((part) => part.split(/[=,]/))
    .map((name) => name.replace(/^(?:\.\/)+(?=.)/, '').replace(/\/+$/, ''));
}

/** A kustomization may name any file, a pattern may fit any. */
const NAMES_MORE = /^-k|^--kustomize\b|^kustomize$|[*?][^{}]*\.(?:ya?ml|json)$/;

/** The files that a command may name, with their text as it is shown; `.` means all of them. */
export function filesFor(
  argv: readonly string[],
  files: readonly { readonly name: string; readonly text: string }[],
): { readonly [name: string]: string } {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  const named = new Set(words.flatMap(namesIn));
  const all = named.has('.') || words.some((word) => NAMES_MORE.test(word));
  const isNamed = (name: string): boolean =>
    named.has(name) || [...named].some((place) => name.startsWith(`${place}/`));
  return Object.fromEntries(files.filter(({ name }) => all || isNamed(name)).map(({ name, text }) => [name, text]));
}

/** What separates the words of a line, whatever it comes to. */
const BREAKS = /[\s|&;<>()"'`]+/;
/** A line that may ask for any file. */
const ASKS_ALL = /[*?$`]|\b(?:ls|find|cd|for|du|tar|cp|mv)\b/;

/** The same for a line of the shell. */
export function filesForLine(
  line: string,
  files: readonly { readonly name: string; readonly text: string }[],
): { readonly [name: string]: string } {
  return filesFor(ASKS_ALL.test(line) ? ['.'] : line.split(BREAKS), files);
}
