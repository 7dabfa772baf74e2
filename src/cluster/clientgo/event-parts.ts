import type { KObject } from '../../api/types/meta.ts';

export interface EventExtra {
  readonly fieldPath?: string;
  readonly action?: string;
  readonly related?: KObject;
}

export interface EventSourceName {
  readonly component: string;
  readonly host?: string;
}
