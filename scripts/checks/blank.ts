// Blanks out what is not code, keeping every offset and line, so that a simple search finds only real uses.

/** A run of text in which nothing starts or ends. */
const PLAIN = /[^/'"`{}]+/y;

/** What may come before a regular expression rather than a division. */
const BEFORE_REGEX = /(?:^|[=(,:;!&|?{}[+\-*%~^>]|\b(?:return|typeof|case|in|of|yield|void|throw|else))\s*$/;

export interface Blanked {
  /** Comments are spaces. */
  readonly withoutComments: string;
  /** Comments, and the insides of strings and regular expressions, are spaces. */
  readonly code: string;
}

export function blank(text: string): Blanked {
  const kept: string[] = [];
  const code: string[] = [];
  const templates: number[] = []; // depth of braces at which each open `${` ends
  let depth = 0;
  let at = 0;

  const emit = (end: number, keep: boolean, show: boolean): void => {
    const part = text.slice(at, end);
    const spaces = keep && show ? part : part.replace(/[^\n]/g, ' ');
    kept.push(keep ? part : spaces);
    code.push(show ? part : spaces);
    at = end;
  };
  const templateChunk = (): void => {
    let end = at;
    while (end < text.length && text[end] !== '`' && !(text[end] === '$' && text[end + 1] === '{')) {
      end += text[end] === '\\' ? 2 : 1;
    }
    emit(end, true, false);
    if (text[at] === '`') emit(at + 1, true, true);
    else if (at < text.length) {
      emit(at + 2, true, true);
      templates.push(depth);
      depth += 1;
    }
  };

  while (at < text.length) {
    PLAIN.lastIndex = at;
    if (PLAIN.test(text)) {
      emit(PLAIN.lastIndex, true, true);
      continue;
    }
    const character = text[at] as string;
    const next = text[at + 1];
    if (character === '/' && next === '/') emit(orEnd(text, text.indexOf('\n', at)), false, false);
    else if (character === '/' && next === '*') {
      const end = text.indexOf('*/', at + 2);
      emit(end === -1 ? text.length : end + 2, false, false);
    } else if (character === "'" || character === '"') {
      const end = endOfLiteral(text, at + 1, character);
      emit(at + 1, true, true);
      emit(end, true, false);
      if (at < text.length) emit(at + 1, true, true);
    } else if (character === '`') {
      emit(at + 1, true, true);
      templateChunk();
    } else if (character === '/' && BEFORE_REGEX.test(code.slice(-40).join('').slice(-40))) {
      emit(at + 1, true, true);
      emit(endOfRegex(text, at), true, false);
    } else {
      if (character === '{') depth += 1;
      if (character === '}') depth -= 1;
      const closesTemplate = character === '}' && templates.at(-1) === depth;
      emit(at + 1, true, true);
      if (closesTemplate) {
        templates.pop();
        templateChunk();
      }
    }
  }
  return { withoutComments: kept.join(''), code: code.join('') };
}

function endOfLiteral(text: string, from: number, quote: string): number {
  let end = from;
  while (end < text.length && text[end] !== quote && text[end] !== '\n') end += text[end] === '\\' ? 2 : 1;
  return Math.min(end, text.length);
}

function endOfRegex(text: string, from: number): number {
  let inClass = false;
  let end = from;
  for (; end < text.length && text[end] !== '\n'; end += 1) {
    const character = text[end];
    if (character === '\\') end += 1;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) break;
  }
  return Math.min(end, text.length);
}

function orEnd(text: string, index: number): number {
  return index === -1 ? text.length : index;
}
