export type TokenKind = 'key' | 'string' | 'number' | 'comment' | 'plain';
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const KEY =
  /^(\s*(?:- +)*)((?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#:'"[{\-&*!|>%@`][^#:]*?|[^\s#:'"[{&*!|>%@`]+?))(\s*)(:)(?=\s|$)/;
const NUMBER = /^[-+]?(?:0x[\da-fA-F]+|0o?[0-7]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)$/;
const WORD = /^(?:true|false|null|yes|no|on|off|~)$/i;

/** The colours of one line of YAML. Good enough to read by; it never loses or changes a character. */
export function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = [];
  const push = (kind: TokenKind, text: string) => {
    if (text !== '') tokens.push({ kind, text });
  };
  let rest = line;
  const key = KEY.exec(line);
  if (key !== null) {
    push('plain', key[1] ?? '');
    push('key', key[2] ?? '');
    push('plain', `${key[3] ?? ''}${key[4] ?? ''}`);
    rest = line.slice(key[0].length);
  } else {
    const lead = /^\s*(?:- +)*/.exec(line)?.[0] ?? '';
    push('plain', lead);
    rest = line.slice(lead.length);
  }
  const comment = commentAt(rest);
  const value = rest.slice(0, comment);
  const space = /^\s*/.exec(value)?.[0] ?? '';
  const body = value.slice(space.length).trimEnd();
  push('plain', space);
  push(kindOf(body), body);
  push('plain', value.slice(space.length + body.length));
  push('comment', rest.slice(comment));
  return tokens;
}

function kindOf(body: string): TokenKind {
  if (NUMBER.test(body) || WORD.test(body)) return 'number';
  if (/^[-|>[\]{},]*$/.test(body) || /^(?:---|\.\.\.)/.test(body)) return 'plain';
  return 'string';
}

/** Where a comment begins: a `#` at the start or after a space, outside of quotes. */
function commentAt(text: string): number {
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quote !== '') {
      if (char === quote) quote = '';
      else if (char === '\\' && quote === '"') at += 1;
    } else if ((char === '"' || char === "'") && /^[\s[{,]*$/.test(text.slice(0, at))) quote = char;
    else if (char === '#' && (at === 0 || /\s/.test(text.charAt(at - 1)))) return at;
  }
  return text.length;
}
