import type { FieldError } from '../../api/field-error.ts';
import type { ResourceInfo } from '../../api/scheme.ts';
import type { KObject } from '../../api/types/meta.ts';

export const validateCreate = (_info: ResourceInfo, _object: KObject): FieldError[] => [];
export const validateUpdate = (_info: ResourceInfo, _old: KObject, _object: KObject): FieldError[] => [];
