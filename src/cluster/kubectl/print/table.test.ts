import { describe, expect, it } from 'vitest';
import { customColumns } from './custom-columns.ts';
import { findPath, renderTemplate } from './jsonpath.ts';
import { type ServerTable, TablePrinter } from './table.ts';

const table: ServerTable = {
  kind: 'Table',
  columnDefinitions: [{ name: 'Name' }, { name: 'Status' }, { name: 'Node', priority: 1 }],
  rows: [
    {
      cells: ['a', 'Running', 'n1'],
      object: { metadata: { name: 'a', namespace: 'x', labels: { app: 'web', b: '1' } } },
    },
    { cells: ['bb', 'Failed\nfor ever', 'n2'], object: { metadata: { name: 'bb', namespace: 'y' } } },
  ],
};

function print(options: Partial<ConstructorParameters<typeof TablePrinter>[0]>): string {
  return new TablePrinter({
    wide: false,
    showNamespace: false,
    showLabels: false,
    labelColumns: [],
    headers: true,
    kindPrefix: undefined,
    eventColumn: false,
    ...options,
  }).print(table);
}

describe('tables', () => {
  it('KC6: columns of priority 1 are for -o wide; a cell ends at its first line', () => {
    expect(print({})).toBe('NAME   STATUS\na      Running\nbb     Failed...\n');
    expect(print({ wide: true })).toBe('NAME   STATUS      NODE\na      Running     n1\nbb     Failed...   n2\n');
  });

  it('KC7: -A puts the namespace first, -L and --show-labels come last', () => {
    expect(print({ showNamespace: true, labelColumns: ['app'], showLabels: true })).toBe(
      'NAMESPACE   NAME   STATUS      APP   LABELS\nx           a      Running     web   app=web,b=1\ny           bb     Failed...         <none>\n',
    );
  });

  it('KC8: several kinds name the kind in each row; headers can be left out', () => {
    expect(print({ kindPrefix: 'deployment.apps', headers: false })).toBe(
      'deployment.apps/a    Running\ndeployment.apps/bb   Failed...\n',
    );
  });

  it('KC9: jsonpath and custom columns read fields, lists, filters and escaped dots', () => {
    const pod = {
      metadata: { name: 'a', annotations: { 'x.io/y': 'z' } },
      spec: {
        containers: [
          { name: 'c', image: 'i' },
          { name: 'd', image: 'j' },
        ],
      },
      status: {
        conditions: [
          { type: 'Ready', status: 'True' },
          { type: 'Other', status: 'False' },
        ],
      },
    };
    expect(findPath(pod, '.metadata.annotations.x\\.io/y')).toEqual(['z']);
    expect(renderTemplate('{.spec.containers[*].image}{"\\n"}', pod)).toBe('i j\n');
    expect(renderTemplate('{.status.conditions[?(@.type=="Ready")].status}', pod)).toBe('True');
    expect(renderTemplate('{.metadata}', pod)).toBe('{"annotations":{"x.io/y":"z"},"name":"a"}');
    expect(customColumns([pod], 'NAME:.metadata.name,IMAGES:.spec.containers[*].image,NO:.spec.no', true)).toBe(
      'NAME   IMAGES   NO\na      i,j      <none>\n',
    );
  });

  it('KC9: a literal in a path is read as Go reads it', () => {
    const shown = (template: string) => renderTemplate(template, {});
    expect(shown(String.raw`{"\u00e9\x41\101\a\xff"}{'it\'s'}`)).toBe("éAA\u0007\uFFFDit's");
    expect(shown(String.raw`{"a\qb"}`)).toEqual({ error: String.raw`unquote string "a\qb" error invalid syntax` });
    expect(shown(String.raw`{"it\'s"}`)).toEqual({ error: String.raw`unquote string "it\'s" error invalid syntax` });
  });

  it('KC9: a text is found below everything, and its members are its bytes', () => {
    const value = { a: { b: 'xy', c: '' }, list: [{ name: 'p' }] };
    expect(renderTemplate('{.a..}', value)).toBe('{"b":"xy","c":""} xy');
    expect(renderTemplate('{.a.b.*}', value)).toBe('120 121');
    expect(renderTemplate('{..name}', value)).toBe('p');
    expect(renderTemplate('{.a.b..name}', value, false)).toEqual({ error: 'name is not found' });
  });

  it('KC9: an operator that is none is told before values that cannot be compared', () => {
    const shown = (template: string) => renderTemplate(template, { list: [{ n: 1 }] });
    expect(shown('{.list[?(@.n="1")]}')).toEqual({ error: 'unrecognized filter operator =' });
    expect(shown('{.list[?(@.n=="1")]}')).toEqual({ error: 'incompatible types for comparison' });
  });

  it('KC9: a slice of nothing is nothing; what is no index or no list is told', () => {
    const shown = (template: string) => renderTemplate(template, { list: [1, 2], nil: null });
    expect(shown('{.list[1:1:0]}')).toBe('');
    expect(shown('{.list[-]}')).toEqual({ error: 'array index - is not a number' });
    expect(shown('{.nil[?(@.a==1)]}')).toEqual({ error: '<nil> is not array or slice and cannot be filtered' });
  });
});
