import { expect, it } from 'vitest';
import { defaultPlugins } from '../cluster/apiserver/admission/plugins/index.ts';
import { ADMISSION_PLUGINS } from '../protocol/admission-plugins.ts';

it('the admission plugins that a run may switch off are those that the server has', () => {
  const names = [...new Set(defaultPlugins().map(({ name }) => name))];
  expect(names.toSorted()).toEqual([...ADMISSION_PLUGINS].toSorted());
});
