// Models staging/src/k8s.io/apimachinery/pkg/util/proxy/transport.go (v1.36): links of a page lead through the proxy, too

/** Attributes that are addresses, by the elements that have them. */
const ADDRESSES: ReadonlyMap<string, readonly string[]> = new Map(
  'a href|applet codebase|area href|audio src|base href|blockquote cite|body background|button formaction|command icon|del cite|embed src|form action|frame longdesc src|head profile|html manifest|iframe longdesc src|img longdesc src usemap|input src usemap formaction|ins cite|link href|object classid codebase data usemap|q cite|script src|source src|video poster src'
    .split('|')
    .map((line) => {
      const [element = '', ...attributes] = line.split(' ');
      return [element, attributes] as const;
    }),
);

/** Comments and the like, what is no markup within some elements, ends; then a start with its attributes. */
const MARKUP = /<!--[\s\S]*?(?:-->|$)|<[!?/][^>]*>|<([A-Za-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g;
const ATTRIBUTE = /([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/g;
/** What stands in them is no markup. */
const PLAIN = new Set(['iframe', 'noembed', 'noframes', 'plaintext', 'script', 'style', 'textarea', 'title', 'xmp']);

/** The page with the addresses of its own host below `prefix`; its start tags are written anew. */
export function throughProxy(page: string, prefix: string, hosts: readonly string[]): string {
  let text = '';
  let at = 0;
  MARKUP.lastIndex = 0;
  for (let found = MARKUP.exec(page); found !== null; found = MARKUP.exec(page)) {
    const [whole, name, attributes = ''] = found;
    text += page.slice(at, found.index) + (name === undefined ? whole : startTag(name, attributes, prefix, hosts));
    at = found.index + whole.length;
    const element = name?.toLowerCase() ?? '';
    if (!PLAIN.has(element)) continue;
    const end = page.slice(at).search(new RegExp(`</${element}[\\s/>]`, 'i'));
    const after = end < 0 ? page.length : at + end;
    text += page.slice(at, after);
    at = after;
    MARKUP.lastIndex = at;
  }
  return text + page.slice(at);
}

function startTag(name: string, attributes: string, prefix: string, hosts: readonly string[]): string {
  const element = name.toLowerCase();
  const addresses = ADDRESSES.get(element) ?? [];
  let text = `<${element}`;
  for (const [, attribute = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
    const key = attribute.toLowerCase();
    const value = unescaped(double ?? single ?? bare ?? '');
    text += ` ${key}="${escaped(addresses.includes(key) ? addressThrough(value, prefix, hosts) : value)}"`;
  }
  return `${text}${/\/\s*$/.test(attributes) ? '/' : ''}>`;
}

/** An address of the same host that begins at its root leads below `prefix`. */
export function addressThrough(address: string, prefix: string, hosts: readonly string[]): string {
  const [whole, host, path = '', rest = ''] = /^(?:https?:)?\/\/([^/?#]*)([^?#]*)(.*)$|^$/s.exec(address) ?? [];
  if (whole === undefined || host === undefined) {
    const [, own = '', more = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? [];
    return own.startsWith('/') ? below(prefix, own) + more : address;
  }
  return hosts.includes(host) && path.startsWith('/') ? below(prefix, path) + rest : address;
}

function below(prefix: string, path: string): string {
  if (path.startsWith(prefix)) return path;
  const parts: string[] = [];
  for (const part of decoded(path).split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  const named = encodeURI(parts.join('/')).replace(/[!'()*?#[\]]/g, hex);
  return `${prefix}/${named}${path.endsWith('/') && named !== '' ? '/' : ''}`;
}

const hex = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ["'", '&#39;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&#34;'],
  ['\r', '&#13;'],
]);
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);

const escaped = (text: string): string => text.replace(/[&'<>"\r]/g, (sign) => SIGNS.get(sign) ?? sign);

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
