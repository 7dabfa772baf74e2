import type { FieldError } from '../../api/field-error.ts';
import type { ResourceInfo } from '../../api/scheme.ts';
import type { KObject, ManagedFieldsEntry } from '../../api/types/meta.ts';

export const applyDefaults = (_info: ResourceInfo, object: KObject): KObject => object;
export const validateCreate = (_info: ResourceInfo, _object: KObject): FieldError[] => [];
export const validateUpdate = (_info: ResourceInfo, _old: KObject, _object: KObject): FieldError[] => [];
export const updateManagedFields = (input: { after: KObject; [k: string]: unknown }): readonly ManagedFieldsEntry[] =>
  input.after.metadata.managedFields ?? [];
