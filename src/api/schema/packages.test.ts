import { describe, expect, it } from 'vitest';
import type { Type } from './language.ts';
import { metaPackage, schemaGroupVersions, schemaPackage, structOf } from './packages.ts';

/** Names of string types, by which a misspelt struct name would be noticed. */
const STRING_TYPE =
  /(Policy|Type|Phase|Mode|Status|Kind|Operator|Effect|Scheme|Protocol|Action|Affinity|Family|Name|Scope|Scopes|UID|Class|Reason|Source|Medium|Capability|Usage|Signal|Select|Enablement|URL|Request|Strategy|Propagation|ID)$/;

function leaf(type: Type): Type {
  return type.element === undefined ? type : leaf(type.element);
}

describe('tables', () => {
  const all = [metaPackage, ...schemaGroupVersions().map((each) => schemaPackage(each))];

  it('SCH2: every name that is no struct is the name of a string type', () => {
    const odd = new Set<string>();
    for (const each of all) {
      for (const name of each?.names() ?? []) {
        for (const field of each?.struct(name)?.fields ?? []) {
          const { kind, go } = leaf(field.type);
          if (kind === 'string' && go !== 'string' && !STRING_TYPE.test(go)) odd.add(go);
        }
      }
    }
    expect([...odd]).toEqual([]);
  });

  it('SCH1: no struct holds a JSON name twice', () => {
    for (const each of all) {
      for (const name of each?.names() ?? []) {
        const struct = each?.struct(name);
        expect(struct?.byJson.size, name).toBe(struct?.fields.length);
      }
    }
  });

  it('finds kinds in their own group only', () => {
    expect(structOf('apps', 'v1', 'Pod')).toBeUndefined();
    expect(structOf('', 'v1', 'PodSpec')).toBeUndefined();
    expect(structOf('events.k8s.io', 'v1', 'Event')?.fields.at(3)?.json).toBe('eventTime');
    expect(structOf('', 'v1', 'DeleteOptions')?.name).toBe('DeleteOptions');
  });
});
