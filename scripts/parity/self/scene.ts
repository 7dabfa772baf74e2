/** Files and the lines that are typed about them: a recording that nobody has made yet. */
export interface Scene {
  readonly name: string;
  readonly files?: { readonly [name: string]: string };
  /** A line, a line with more about it, or seconds to wait. A line that ends in ` &` runs until the end of the scene. */
  readonly lines: readonly (string | Typed | number)[];
  readonly nodes?: readonly string[];
  readonly kind?: 'real' | 'hollow';
  readonly users?: readonly {
    readonly kubeconfig: string;
    readonly name: string;
    readonly groups: readonly string[];
  }[];
}

export interface Typed {
  readonly line: string;
  readonly stdin?: string;
  readonly user?: string;
  readonly env?: { readonly [name: string]: string };
}

const WORD = /'([^']*)'|"([^"]*)"|[^\s'"]+/g;

/** The words of a line as a shell would pass them; quoted parts may stand inside a word. */
export function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  let end = -1;
  for (const match of line.matchAll(WORD)) {
    const text = match[1] ?? match[2] ?? match[0];
    if (match.index === end) words.push(`${words.pop() ?? ''}${text}`);
    else words.push(text);
    end = match.index + match[0].length;
  }
  return words;
}
