export type Parsed =
  /** `&` at the end: the next command does not wait for this one. */
  | { readonly type: 'argv'; readonly argv: readonly string[]; readonly beside?: boolean }
  | { readonly type: 'etcdctl'; readonly argv: readonly string[]; readonly stdin?: string; readonly beside?: boolean }
  | BadLine
  | { readonly type: 'nothing' };

/** Why a line cannot be run; of an unknown word, which one, and the line that may have been meant. */
export interface BadLine {
  readonly type: 'bad';
  readonly why: 'quote' | 'command' | 'pipe';
  readonly word?: string;
  readonly meant?: string;
}

/** Splits a line as a shell does: spaces, both kinds of quotes, backslashes, comments. Nothing is expanded. */
export function splitWords(line: string): readonly string[] | 'quote' | 'pipe' {
  const words: string[] = [];
  let word: string | undefined;
  let quote: '"' | "'" | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (quote === "'") {
      if (char === "'") quote = undefined;
      else word = (word ?? '') + char;
    } else if (quote === '"') {
      if (char === '"') quote = undefined;
      else if (char === '\\' && '"\\$`'.includes(line.charAt(at + 1)) && at + 1 < line.length) {
        at += 1;
        word = (word ?? '') + line.charAt(at);
      } else word = (word ?? '') + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (char === '\\') {
      at += 1;
      if (line.charAt(at) !== '\n') word = (word ?? '') + line.charAt(at);
    } else if (/\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (char === '#' && word === undefined) break;
    else if ('|<>;&`'.includes(char) || (char === '$' && /[\w({]/.test(line.charAt(at + 1)))) return 'pipe';
    else word = (word ?? '') + char;
  }
  if (quote !== undefined) return 'quote';
  if (word !== undefined) words.push(word);
  return words;
}

/** Tools that ask the network: their own name is part of what is given. */
const NETWORK_TOOLS = /^(?:curl|wget|nc|ssh|sleep)$/;

/** `TOKEN=$(kubectl create token NAME)`, and curl with that token: the shell itself puts in what they stand for. */
const OF_THE_API = /^\s*(?:\w+=\$\(kubectl create token [^()]*\)|curl\s[^|;&<>`]*https:\/\/[^|;<>`]*)\s*$/;
const WORD = /(?:'[^']*'|"[^"]*"|[^\s'"])+/g;
const unquoted = (word: string): string => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2');

/** A line for kubectl (or `k`, its usual short form) or etcdctl: what follows that word. */
export function parseCommand(line: string): Parsed {
  const before = /^(.*[^&\\\s])\s*&\s*$/s.exec(line)?.[1];
  const beside = before === undefined || splitWords(before) === 'quote' ? undefined : parsePlain(before);
  return beside?.type === 'argv' || beside?.type === 'etcdctl' ? { ...beside, beside: true } : parsePlain(line);
}

function parsePlain(line: string): Parsed {
  const plain = line.replace(/^\s*\$\s+/, '');
  if (OF_THE_API.test(plain)) return { type: 'argv', argv: (plain.match(WORD) ?? []).map(unquoted) };
  const here = hereString(plain);
  const words = splitWords(here?.before ?? plain);
  if (typeof words === 'string') return { type: 'bad', why: words };
  const [command, ...argv] = words;
  if (command === undefined) return { type: 'nothing' };
  if (command === 'etcdctl') return { type: 'etcdctl', argv, ...(here === undefined ? {} : { stdin: here.stdin }) };
  if (here !== undefined) return { type: 'bad', why: 'pipe' };
  if (NETWORK_TOOLS.test(command) || command.startsWith('KUBECONFIG=')) return { type: 'argv', argv: words };
  if (command === 'kubectl' || command === 'k') return { type: 'argv', argv };
  const meant = VERBS.has(command) ? { meant: `kubectl ${plain.trim()}` } : {};
  return { type: 'bad', why: 'command', word: command, ...meant };
}

/** What people type before `kubectl` has become a habit. */
const VERBS: ReadonlySet<string> = new Set(
  (
    'annotate api-resources api-versions apply attach auth autoscale certificate cluster-info config cordon cp create debug ' +
    'delete describe diff drain edit events exec explain expose get label logs patch port-forward proxy replace rollout run ' +
    'scale set taint top uncordon version wait'
  ).split(' '),
);

/** `etcdctl txn <<< $'…\n…'`: the one way to give a command lines of input. */
function hereString(line: string): { readonly before: string; readonly stdin: string } | undefined {
  const found = /^(etcdctl\s.*?)\s*<<<\s*(?:\$'((?:[^'\\]|\\.)*)'|'([^']*)'|(\S+))\s*$/.exec(line);
  if (found === null) return undefined;
  const [, before = '', escaped, quoted, plain] = found;
  const text = escaped?.replaceAll(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char));
  return { before, stdin: `${text ?? quoted ?? plain ?? ''}\n` };
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
