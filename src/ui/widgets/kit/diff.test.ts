import { describe, expect, it } from 'vitest';
import type { FieldChange } from '../../../protocol/request-view.ts';
import { partOf, runsOf } from './diff.tsx';

function line(op: FieldChange['op'], depth: number, text: string): FieldChange {
  return { op, depth, text, path: text };
}

describe('the lines of a diff', () => {
  it('are one text while they are of one kind, each with its sign and indent', () => {
    const runs = runsOf([
      line('same', 0, 'spec:'),
      line('add', 1, 'replicas: 3'),
      line('add', 1, 'selector:'),
      line('add', 2, 'app: nginx'),
      line('remove', 0, 'status: {}'),
    ]);
    expect(runs).toEqual([
      { op: 'same', hangs: 0, text: 'spec:' },
      { op: 'add', hangs: 0, text: '  replicas: 3\n+   selector:\n+     app: nginx' },
      { op: 'remove', hangs: 0, text: 'status: {}' },
    ]);
  });

  it('that are long stand for themselves, so that their next rows hang under them', () => {
    const long = `message: ${'x'.repeat(40)}`;
    const runs = runsOf([line('add', 0, 'a: 1'), line('add', 1, long), line('add', 0, 'b: 2'), line('add', 0, 'c: 3')]);
    expect(runs).toEqual([
      { op: 'add', hangs: 0, text: 'a: 1' },
      { op: 'add', hangs: 2, text: `  ${long}` },
      { op: 'add', hangs: 0, text: 'b: 2\n+ c: 3' },
    ]);
  });

  it('are cut where there are columns, and then all of them join', () => {
    const runs = runsOf([line('change', 1, 'message: abcdefghijkl'), line('change', 0, 'b: 2')], 12);
    expect(runs).toEqual([{ op: 'change', hangs: 0, text: '  message: …\n~ b: 2' }]);
  });

  it('begin at what changed where there is room for few of them', () => {
    const lines = [
      line('same', 0, 'status:'),
      line('same', 1, 'conditions:'),
      line('same', 2, '- type: Ready'),
      line('add', 3, 'status: True'),
      line('add', 3, 'reason: x'),
    ];
    expect(partOf(lines, 3).map(({ text }) => text)).toEqual(['- type: Ready', 'status: True', 'reason: x']);
    expect(partOf(lines, 2).map(({ text }) => text)).toEqual(['status: True', 'reason: x']);
    expect(partOf(lines.slice(2), 2).map(({ text }) => text)).toEqual(['status: True', 'reason: x']);
    expect(partOf(lines.slice(2), 3)).toEqual(lines.slice(2));
  });
});
