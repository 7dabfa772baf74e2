// Models nothing upstream: what a mutating plugin made of an object, to be looked at

import type { KObject } from '../../../api/types/meta.ts';
import { tableName } from '../../../engine/index.ts';

/** One row: the newest change by a plugin. */
export interface AdmissionRow {
  readonly plugin: string;
  readonly before: KObject;
  readonly object: KObject;
}
export const ADMISSION_TABLE = tableName<AdmissionRow>('apiserver/admission');
