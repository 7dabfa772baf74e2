// Models k8s.io/klog/v2 klog.go, the header of a line (v1.36)

import { rfc3339Micro } from '../../../api/values/time.ts';
import { MILLISECOND } from '../../../base/time/units.ts';
import type { Session } from './session.ts';

/** Process ids of the commands that a person types. */
const FIRST_PROCESS = 20 * MILLISECOND;

/** A note, a warning, or what ends a command, as klog writes it: month and day, time, process, the place in the source. */
export function logLine({ now, id }: Session, place: string, text: string, severity: 'I' | 'W' | 'F' = 'W'): string {
  const [, month = '', day = '', time = ''] = /^\d+-(\d+)-(\d+)T(.*)Z$/.exec(rfc3339Micro(now)) ?? [];
  return `${severity}${month}${day} ${time} ${String(FIRST_PROCESS + id).padStart(7)} ${place}] ${text}\n`;
}
