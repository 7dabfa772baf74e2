import { expect, it } from 'vitest';
import { complete } from './complete.ts';
import { flowAt } from './flow.ts';
import { SchemaBook } from './schema-book.ts';

/** The caret is where the bar stands. */
function flow(marked: string) {
  const line = marked.replace('|', '');
  return flowAt(line, line.search(/[{[]/), marked.indexOf('|'));
}

it('the place within brackets is found, also of a line that is not whole', () => {
  expect(flow('a: {|')).toMatchObject({ path: [], key: undefined, isMap: true, from: 4 });
  expect(flow('a: {b: 1, c|, d: 2}')).toMatchObject({ path: [], key: undefined, beside: ['b', 'd'], from: 10 });
  expect(flow('a: {b: x|')).toMatchObject({ path: [], key: 'b', from: 7 });
  expect(flow('a: {b: {c: [1, {d: |}]}}')).toMatchObject({ path: ['b', 'c', 1], key: 'd' });
  expect(flow('a: {b: {c: 1}, |}')).toMatchObject({ path: [], key: undefined, beside: ['b'] });
  expect(flow('a: [x, y|]')).toMatchObject({ path: [1], isMap: false, from: 7 });
  expect(flow('a: {"b c": "x, {y|')).toMatchObject({ path: [], key: 'b c', quote: '"', from: 12 });
  expect(flow('a: {u: http://x|}')).toMatchObject({ key: 'u', from: 7 });
  expect([flow('a: {b: 1} |'), flow('a|: {b: 1}'), flow('a: b|')]).toEqual([undefined, undefined, undefined]);
});

const SCHEMAS = {
  Widget: {
    'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Widget' }],
    type: 'object',
    properties: {
      metadata: {
        type: 'object',
        properties: { name: { type: 'string' }, labels: { type: 'object', additionalProperties: { type: 'string' } } },
      },
      spec: {
        type: 'object',
        properties: {
          size: { type: 'integer' },
          colour: { type: 'string', enum: ['red', 'blue'] },
          parts: {
            type: 'array',
            items: { type: 'object', properties: { name: { type: 'string' }, isLoose: { type: 'boolean' } } },
          },
        },
      },
    },
  },
};

it('fields and values are offered within brackets, as brackets go on', () => {
  const book = new SchemaBook();
  book.learn({ 'example.com/v1': { contents: '1', schemas: JSON.stringify(SCHEMAS) } });
  const offered = (marked: string) => {
    const text = `apiVersion: example.com/v1\nkind: Widget\n${marked}`;
    const at = text.indexOf('|');
    const before = text.slice(0, at).split('\n');
    const line = before.length - 1;
    const { from, proposals } = complete(book, text.replace('|', ''), line, before[line]?.length ?? 0);
    return [from, ...proposals.map(({ text: one }) => one).sort()];
  };
  expect(offered('spec: {size: 1, |}')).toEqual([16, 'colour: ', 'parts: [$0]']);
  expect(offered('spec: {colour: r|}')).toEqual([15, 'blue', 'red']);
  expect(offered('metadata: {n|}')).toEqual([11, 'labels: {$0}', 'name: ']);
  expect(offered('spec:\n  parts: [{name: a, |}]')).toEqual([20, 'isLoose: ']);
  expect(offered('spec:\n  parts:\n  - {name: a, isLoose: |}')).toEqual([23, 'false', 'true']);
  expect(offered('spec: {parts: [{name: a}, {i|}], size: 1}')).toEqual([27, 'isLoose: ', 'name: ']);
});
