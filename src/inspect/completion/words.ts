/** The command that is being typed: its words so far, and the one that is to be completed. */
export interface Typed {
  /** As the shell would read them, without what follows the cursor. */
  readonly words: readonly string[];
  /** The beginning of the word at the cursor. */
  readonly word: string;
  /** Where it begins in the text. */
  readonly from: number;
  /** The quote that it is in, which has to stay open. */
  readonly quote: string;
  /** It names a file: `> WORD`. */
  readonly isRedirect: boolean;
}

const ENDS_COMMAND = '|;&\n(){}';
/** Words of the shell that a command may stand behind. */
const BEFORE = /^(?:do|then|else|if|elif|while|until|!|time|sudo)$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

/** Reads a line up to the cursor as a shell does, whether it is whole or not. */
export function typedAt(text: string, at: number): Typed {
  let words: string[] = [];
  let word: string | undefined;
  let from = at;
  let quote = '';
  let isRedirect = false;
  const end = (): void => {
    if (word !== undefined && !isRedirect && !(words.length === 0 && (BEFORE.test(word) || ASSIGNMENT.test(word))))
      words.push(word);
    if (word !== undefined) isRedirect = false;
    word = undefined;
  };
  for (let place = 0; place < at; place += 1) {
    const char = text.charAt(place);
    const begin = (): void => {
      if (word !== undefined) return;
      word = '';
      from = place;
    };
    if (quote !== '') {
      if (char === quote) quote = '';
      else word += char;
    } else if (char === '"' || char === "'") {
      begin();
      quote = char;
    } else if (char === '\\') {
      begin();
      place += 1;
      if (place < at) word += text.charAt(place);
    } else if (char === ' ' || char === '\t') end();
    else if (char === '<' || char === '>') {
      // The number before it is no word.
      if (word === undefined || !/^\d$/.test(word)) end();
      word = undefined;
      isRedirect = true;
    } else if (
      ENDS_COMMAND.includes(char) &&
      !(char === '{' && word !== undefined) &&
      !(char === '}' && word !== undefined)
    ) {
      if (char === '&' && isRedirect) continue;
      end();
      words = [];
      isRedirect = false;
    } else {
      begin();
      word += char;
    }
  }
  return { words, word: word ?? '', from: word === undefined ? at : from, quote, isRedirect };
}
