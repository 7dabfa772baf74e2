import type { IntOrString } from '../../../api/types/meta.ts';

/** Models staging/src/k8s.io/apimachinery/pkg/util/intstr/intstr.go GetScaledValueFromIntOrPercent (v1.36) */
export function scaled(value: IntOrString | undefined, total: number, up: boolean): number {
  if (value === undefined) return 0;
  if (typeof value === 'number') return value;
  const percent = Number(value.replace('%', ''));
  return up ? Math.ceil((percent * total) / 100) : Math.floor((percent * total) / 100);
}
