import { applyDefaults } from '../defaults/index.ts';
import { errorText } from '../errors/field-error.ts';
import { type ResourceInfo, resourceOf } from '../scheme/scheme.ts';
import type { KObject } from '../types/meta.ts';
import { validateCreate, validateUpdate } from './index.ts';

export function infoOf(name: string): ResourceInfo {
  const [resource = '', ...group] = name.split('.');
  const info = resourceOf(resource, group.join('.'));
  if (info === undefined) throw new Error(name);
  return info;
}

export function objectOf(info: ResourceInfo, fields: object): KObject {
  const metadata = { name: 'x', ...(info.namespaced ? { namespace: 'n' } : {}), resourceVersion: '1' };
  return applyDefaults(info, { kind: info.kind, apiVersion: 'v1', metadata, ...fields } as KObject);
}

/** What is wrong with a new object of a kind such as `jobs.batch`. */
export function wrong(name: string, fields: object): readonly string[] {
  const info = infoOf(name);
  return validateCreate(info, objectOf(info, fields)).map(errorText);
}

export function wrongChange(name: string, before: object, after: object): readonly string[] {
  const info = infoOf(name);
  return validateUpdate(info, objectOf(info, before), objectOf(info, after)).map(errorText);
}
