import { expect, it } from 'vitest';
import { applyDefaults } from './index.ts';

it('DFT3: texts of a Secret become data and win over what is there', () => {
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's' },
    data: { b: 'eA==', a: 'eQ==' },
    stringData: { b: 'héllo', c: '' },
  };
  expect(applyDefaults({ group: '', kind: 'Secret' }, secret)).toEqual({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's' },
    data: { a: 'eQ==', b: 'aMOpbGxv', c: '' },
    type: 'Opaque',
  });
});
