import { expect, it } from 'vitest';
import { podTemplateHash } from './pod-template-hash';
import vectors from './testdata/pod-template-hash.json';

it.each(vectors)('PTH1: a recorded template hashes to $hash', ({ hash, template }) => {
  expect(podTemplateHash(template)).toBe(hash);
});
