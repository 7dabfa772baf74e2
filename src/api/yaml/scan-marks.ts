import { isDigit, isHex, isWordly, type Mark, type Source } from './source.ts';

/** What follows `%` at the beginning of a line. */
export type Directive =
  | { readonly kind: 'version'; readonly isKnown: boolean }
  | { readonly kind: 'tags'; readonly handle: string; readonly prefix: string };

/** Models go.yaml.in/yaml/v2/scannerc.go yaml_parser_scan_directive */
export function scanDirective(source: Source): Directive {
  const start = source.mark;
  source.skip();
  const name = source.takeWhile(isWordly);
  if (name === '') source.fail('could not find expected directive name', start);
  if (!source.isGap()) source.fail('found unexpected non-alphabetical character', start);
  if (name !== 'YAML' && name !== 'TAG') source.fail('found unknown directive name', start);
  source.skipBlanks();
  const directive = name === 'YAML' ? version(source, start) : tags(source, start);
  source.skipBlanks();
  if (source.char() === '#') source.skipToLineEnd();
  if (!source.isBreakOrEnd()) source.fail('did not find expected comment or line break', start);
  source.takeBreak();
  return directive;
}

function version(source: Source, start: Mark): Directive {
  const major = versionNumber(source, start);
  if (source.char() !== '.') source.fail("did not find expected digit or '.' character", start);
  source.skip();
  const minor = versionNumber(source, start);
  return { kind: 'version', isKnown: major === 1 && minor === 1 };
}

function versionNumber(source: Source, start: Mark): number {
  let digits = '';
  while (isDigit(source.char())) {
    if (digits.length === 2) source.fail('found extremely long version number', start);
    digits += source.take();
  }
  if (digits === '') source.fail('did not find expected version number', start);
  return Number(digits);
}

function tags(source: Source, start: Mark): Directive {
  const handle = tagHandle(source, start, true);
  if (!source.isBlank()) source.fail('did not find expected whitespace', start);
  source.skipBlanks();
  const prefix = tagUri(source, '', start);
  if (!source.isGap()) source.fail('did not find expected whitespace or line break', start);
  return { kind: 'tags', handle, prefix };
}

/** The name behind `&` or `*`. Models go.yaml.in/yaml/v2/scannerc.go yaml_parser_scan_anchor */
export function scanAnchor(source: Source): string {
  const start = source.mark;
  source.skip();
  const name = source.takeWhile(isWordly);
  if (name === '' || !(source.isGap() || '?:,]}%@`'.includes(source.char()))) {
    source.fail('did not find expected alphabetic or numeric character', start);
  }
  return name;
}

/** Models go.yaml.in/yaml/v2/scannerc.go yaml_parser_scan_tag */
export function scanTag(source: Source): { readonly handle: string; readonly suffix: string } {
  const start = source.mark;
  const tag = source.char(1) === '<' ? { handle: '', suffix: wholeTag(source, start) } : shortTag(source, start);
  if (!source.isGap()) source.fail('did not find expected whitespace or line break', start);
  return tag;
}

function wholeTag(source: Source, start: Mark): string {
  source.skip(2);
  const uri = tagUri(source, '', start);
  if (source.char() !== '>') source.fail("did not find the expected '>'", start);
  source.skip();
  return uri;
}

function shortTag(source: Source, start: Mark): { readonly handle: string; readonly suffix: string } {
  const handle = tagHandle(source, start, false);
  if (handle.length > 1 && handle.endsWith('!')) return { handle, suffix: tagUri(source, '', start) };
  const suffix = tagUri(source, handle, start);
  return suffix === '' ? { handle: '', suffix: '!' } : { handle: '!', suffix };
}

function tagHandle(source: Source, start: Mark, isDirective: boolean): string {
  if (source.char() !== '!') source.fail("did not find expected '!'", start);
  const handle = source.take() + source.takeWhile(isWordly);
  if (source.char() === '!') return handle + source.take();
  if (isDirective && handle !== '!') source.fail("did not find expected '!'", start);
  return handle;
}

const isOfUri = (char: string): boolean => isWordly(char) || ";/?:@&=+$,.!~*'()[]%".includes(char);

/** `head` is what was taken for a handle, and is none. */
function tagUri(source: Source, head: string, start: Mark): string {
  const from = source.at;
  let uri = head.slice(1);
  while (!source.isEnd() && isOfUri(source.char())) uri += source.char() === '%' ? octet(source, start) : source.take();
  if (head === '' && source.at === from) source.fail('did not find expected tag URI', start);
  return uri;
}

/** Nobody writes more than ASCII so. */
function octet(source: Source, start: Mark): string {
  const digits = source.char(1) + source.char(2);
  if (![...digits].every(isHex)) source.fail('did not find URI escaped octet', start);
  source.skip(3);
  return String.fromCharCode(Number.parseInt(digits, 16));
}
