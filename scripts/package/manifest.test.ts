import { expect, it } from 'vitest';
import { manifestOf } from './write-package.ts';

const own = { version: '1.2.3', description: 'd', license: 'Apache-2.0', engines: {} };

it('names the place of its sources where that is known, which a provenance must agree with', () => {
  expect(manifestOf(own)).not.toHaveProperty('repository');
  expect(manifestOf(own, 'https://code.example/a/b')).toMatchObject({
    version: '1.2.3',
    repository: { type: 'git', url: 'git+https://code.example/a/b.git' },
  });
});
