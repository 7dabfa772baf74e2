import { describe, expect, it } from 'vitest';
import { printYaml } from '../../../api/yaml/index.ts';
import { isFailure } from '../session/errors.ts';
import recorded from '../testdata/kustomize.json' with { type: 'json' };
import { buildKustomization } from './build.ts';

interface Recorded {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly folder?: string;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function built({ files, folder = '' }: Recorded): Pick<Recorded, 'code' | 'stdout' | 'stderr'> {
  let told = '';
  const hasFolder = (path: string): boolean =>
    path === '' || Object.keys(files).some((name) => name.startsWith(`${path}/`));
  const warn = (text: string): void => {
    told += text;
  };
  const result = buildKustomization(folder, { read: (path) => files[path], hasFolder }, { warn });
  if (isFailure(result)) return { code: 1, stdout: '', stderr: told + result.text };
  return { code: 0, stdout: result.map(printYaml).join('---\n'), stderr: told };
}

describe('KC93: kubectl kustomize, as v1.36 prints it', () => {
  for (const one of recorded as unknown as readonly Recorded[]) {
    it(`KC93: ${one.name}`, () => {
      const { code, stdout, stderr } = one;
      expect(built(one)).toEqual({ code, stdout, stderr });
    });
  }
});
