// Models netfilter.org iptables/xshared.c add_param_to_argv (v1.36)

/**
 * The words of one line. Quotes keep blanks together; inside them a backslash keeps the next character.
 * Most lines have one quoted comment, so this walks from blank to blank.
 */
export function words(line: string, from: number): string[] {
  const found: string[] = [];
  const end = line.length;
  let at = from;
  while (at < end) {
    const code = line.charCodeAt(at);
    if (code === 32 || code === 9) {
      at += 1;
      continue;
    }
    if (code === 34) {
      const close = closingQuote(line, at + 1);
      const text = line.slice(at + 1, close);
      found.push(text.includes('\\') ? text.replaceAll(/\\(.)/g, '$1') : text);
      at = close + 1;
      continue;
    }
    let blank = line.indexOf(' ', at);
    if (blank < 0) blank = end;
    found.push(line.slice(at, blank));
    at = blank + 1;
  }
  return found;
}

function closingQuote(line: string, from: number): number {
  let at = from;
  while (at < line.length) {
    const code = line.charCodeAt(at);
    if (code === 34) return at;
    at += code === 92 ? 2 : 1;
  }
  return line.length;
}
