import { describe, expect, it } from 'vitest';
import { readDefinition, readFieldTexts } from '../../../scripts/vite/field-texts.mjs';
import { fieldText, kindText, typeMetaText } from './field-texts.ts';

const SOURCE = `import { Model } from "@kubernetes-models/base";
/**
 * Thing is made up.
 */
export interface IThing extends TypeMeta {
    "apiVersion": "v1";
    /**
     * Where it is, such as pods/\\*.
     *
     * Possible enum values:
     *  - \`"A"\` is the first.
     */
    "place"?: "A" | "B";
    /**
     * All of them.
     */
    "all": Array<"" | "A">;
    /**
     * Is written in place.
     */
    "inner"?: Array<{
        /**
         * Belongs to what is inside.
         */
        "place"?: string;
    }>;
    "silent"?: number;
}
export type { IThing as IIoK8sApiCoreV1Thing, Thing as IoK8sApiCoreV1Thing };
`;

describe('what Kubernetes says of its fields', () => {
  it('FT1: a comment belongs to the field below it, with its line ends and without what was escaped', () => {
    const read = readDefinition(SOURCE);
    expect([read?.name, read?.text]).toEqual(['IoK8sApiCoreV1Thing', 'Thing is made up.']);
    expect(read?.fields).toEqual([
      { name: 'apiVersion', text: '', values: [] },
      {
        name: 'place',
        text: 'Where it is, such as pods/*.\n\nPossible enum values:\n - `"A"` is the first.',
        values: ['A', 'B'],
      },
      { name: 'all', text: 'All of them.', values: ['', 'A'] },
      { name: 'inner', text: 'Is written in place.', values: [] },
      { name: 'silent', text: '', values: [] },
    ]);
  });

  it('FT2: a field is found by the full name of its definition', () => {
    const protocol = fieldText('io.k8s.api.core.v1.ContainerPort', 'protocol');
    expect(protocol.values).toEqual(['SCTP', 'TCP', 'UDP']);
    expect(protocol.description).toMatch(/^Protocol for port\./);
    expect(fieldText('io.k8s.api.core.v1.Container', 'livenessProbe').description).toContain('container liveness');
    expect(kindText('io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition')).not.toBe('');
    expect(fieldText('io.k8s.api.core.v1.Container', 'toString')).toEqual({ description: '', values: [] });
    expect([kindText('io.k8s.api.core.v1.Nothing'), typeMetaText('kind')]).toEqual([
      '',
      expect.stringMatching(/^Kind is/),
    ]);
  });

  it('FT3: without the packages it is said which command brings them', () => {
    expect(() => readFieldTexts('/nowhere')).toThrow('kubernetes-models is not installed');
  });
});
