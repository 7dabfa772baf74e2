import { describe, expect, it } from 'vitest';
import { fieldsOf } from './close-up-tables.tsx';

const line = (depth: number, text: string) => ({ depth, text });

describe('the rule that allows a request', () => {
  it('is one line a field', () => {
    const lines = [
      line(0, 'rules:'),
      line(1, '- 0:'),
      line(2, 'apiGroups:'),
      line(3, '- ""'),
      line(2, 'resources:'),
      line(3, '- pods'),
      line(3, '- pods/status'),
      line(2, 'verbs: get'),
    ];
    expect(fieldsOf(lines)).toEqual([
      { name: 'apiGroups', value: '""' },
      { name: 'resources', value: 'pods, pods/status' },
      { name: 'verbs', value: 'get' },
    ]);
  });
});
