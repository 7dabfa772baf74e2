import { expect, it } from 'vitest';
import { executeGoTemplate } from './go-template.ts';
import { printKyaml } from './kyaml.ts';

it('KC68: keys of KYAML are plain where nobody can take them for something else', () => {
  const keys = [
    'name',
    'a-b.c/d',
    '_',
    'Infinity2',
    'ä',
    '-a',
    'a.',
    '',
    'y',
    'f',
    'T',
    'inf',
    '1',
    '0x1f',
    '1_0',
    '~',
  ];
  const plain = printKyaml(Object.fromEntries(keys.map((key) => [key, 0])))
    .split('\n')
    .filter((line) => /^ {2}[^"]/.test(line))
    .map((line) => line.trim().split(':')[0]);
  expect(plain).toEqual(['Infinity2', '_', 'a-b.c/d', 'name', 'ä']);
});

it('KC68: texts of KYAML escape what cannot be seen, and blanks at the beginning of a line', () => {
  expect(printKyaml('é\xa0\u2028\x1b\x07\0\u200b\u{e0001}"\\')).toBe(
    '---\n"é\\_\\L\\e\\a\\0\\u200b\\U000e0001\\"\\\\"\n',
  );
  expect(printKyaml('a\tb')).toBe('---\n"a\tb"\n');
  expect(printKyaml('a\n b\n')).toBe('---\n"\\\n   a\\n\\\n  \\ b\\n\\\n  "\n');
});

it('KC68: a List that was put together has the fields of its type, its items by name', () => {
  const list = { kind: 'List', apiVersion: 'v1', items: [{ kind: 'A', apiVersion: 'v1' }] };
  expect(printKyaml(list, 'items by name').replace(/\s+/g, ' ')).toBe(
    '--- { kind: "List", apiVersion: "v1", items: [{ apiVersion: "v1", kind: "A", }], } ',
  );
});

it('KC9: printf keeps the width also where a verb does not fit', () => {
  expect(executeGoTemplate('{{printf "%d|%5.1f|%-4s|" .n .n .n}}', { n: 5 }, true)).toBe(
    '5|%!f(int64=    5)|%!s(int64=5   )|',
  );
});

it('KC9: printf quotes as Go does, and a number that is no character is one that could not be read', () => {
  const shown = (template: string) => executeGoTemplate(template, { bell: '\u0007<é>', big: 123456789 }, true);
  expect(shown('{{printf "%q %q %c" .big 55296 .big}}')).toBe("'\ufffd' '\ufffd' \ufffd");
  expect(shown('{{printf "%q %q %q %q" 39 34 7 233}}')).toBe(`'\\'' '"' '\\a' 'é'`);
  expect(shown('{{printf "%q" .bell}}')).toBe('"\\a<é>"');
});

it('KC9: what is escaped for the web is escaped as Go does, and nothing is a text there', () => {
  const shown = (template: string) => executeGoTemplate(template, { text: "a b!'()*~" }, true);
  expect(shown('{{urlquery .text}}')).toBe('a+b%21%27%28%29%2A~');
  expect(shown('{{html .none 1}} {{js .none}} {{print .none}}')).toBe('&lt;no value&gt;1 \\u003Cno value\\u003E <nil>');
});

it('KC9: a variable is declared before something is assigned to it, one or two before a range', () => {
  const shown = (template: string) => {
    const result = executeGoTemplate(template, { a: 'x', list: [1, 2] }, true);
    return typeof result === 'string' ? result : result.error.replace('template: output:1', '');
  };
  expect(shown('{{$x := 1}}{{$x = .a}}{{$x}}')).toBe('x');
  expect(shown('{{$x := 1}}{{range $i, $e := .list}}{{$x = $e}}{{end}}{{$x}}')).toBe('2');
  expect(shown('{{$x = .a}}')).toBe(':7: executing "output" at <.a>: undefined variable: $x');
  expect(shown('{{$x = print "a" .a}}')).toBe(':17: executing "output" at <.a>: undefined variable: $x');
  expect(shown('{{range $a, $b, $c := .list}}{{end}}')).toBe(': too many declarations in range');
  expect(shown('{{$a, $b := .list}}')).toBe(': too many declarations in command');
  expect(shown('{{if .a}}{{else}}{{else}}{{end}}')).toBe(': expected end; found {{else}}');
});

it('KC9: numbers are read as Go reads them, characters one at a time', () => {
  const shown = (template: string) => executeGoTemplate(template, {}, true);
  const numbers = ['017', '-017', '0x1F', '-0x1F', '+0x1F', '0o17', '0b101', '-0b11', '1_000', '1.5'];
  expect(numbers.map((each) => shown(`{{${each}}}`)).join(' ')).toBe('15 -15 31 -31 31 15 5 -3 1000 1.5');
  expect(shown(`{{'a'}} {{'\\n'}} {{'é'}}`)).toBe('97 10 233');
  expect(shown(String.raw`{{'\''}}{{"\u0041\x41\101\a\U0001F600"}}`)).toBe('39AAA\u0007😀');
  expect(shown(String.raw`{{"a\q"}}`)).toMatchObject({ error: 'template: output:1: invalid syntax' });
  expect(shown(`{{'ab'}}`)).toMatchObject({ error: "template: output:1: malformed character constant: 'ab'" });
});

it('KC9: base64decode takes texts, and says where one is none', () => {
  const refusal = (template: string): unknown => {
    const result = executeGoTemplate(template, { n: 5, data: { a: 'b3Blbg==' } }, true);
    return typeof result === 'string' ? result : result.error.replace('template: output:1:', '');
  };
  expect(refusal('{{.data.a | base64decode}}')).toBe('open');
  expect(refusal('{{.data.b | base64decode}}')).toBe(
    '12: executing "output" at <base64decode>: invalid value; expected string',
  );
  expect(refusal('{{base64decode 5}}')).toBe('15: executing "output" at <5>: expected string; found 5');
  const place = (text: string) => String(refusal(`{{base64decode "${text}"}}`)).replace(/.* byte /, '');
  expect(['!', 'a', 'ab', 'abc', 'ab=', 'ab=x', 'abc=x', 'a=', 'abcdab'].map(place)).toEqual([
    '0',
    '0',
    '0',
    '0',
    '3',
    '2',
    '4',
    '1',
    '4',
  ]);
});
