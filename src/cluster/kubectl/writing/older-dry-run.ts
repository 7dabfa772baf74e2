// Models staging/src/k8s.io/kubectl/pkg/cmd/util/helpers.go GetDryRunStrategy (v1.36)

import type { Keepsake } from '../../../base/keepsakes.ts';
import { type Failure, failure } from '../session/errors.ts';
import { logLine } from '../session/log-line.ts';
import type { Session } from '../session/session.ts';
import type { DryRun } from './dry-run.ts';

const YES: ReadonlySet<string> = new Set(['1', 't', 'T', 'true', 'TRUE', 'True']);
const NO: ReadonlySet<string> = new Set(['0', 'f', 'F', 'false', 'FALSE', 'False']);

/** What kubectl has said in this command. */
const WARNED: Keepsake<{ isSaid: boolean }> = { begin: () => ({ isSaid: false }) };

/** Older ways to ask for a dry run are followed, and warned of once. */
export function olderDryRun(session: Session, value: string): DryRun | Failure {
  const warn = (place: number, flag: string, instead: DryRun): DryRun => {
    const text = `--dry-run${flag} and can be replaced with --dry-run=${instead}.`;
    const warned = session.keepsakes.of(WARNED);
    if (!warned.isSaid) session.complain(logLine(session, `helpers.go:${place}`, text));
    warned.isSaid = true;
    return instead;
  };
  if (value === 'unchanged') return warn(719, ' is deprecated', 'client');
  if (YES.has(value)) return warn(733, `=${value} is deprecated (boolean value)`, 'client');
  if (NO.has(value)) return warn(736, `=${value} is deprecated (boolean value)`, 'none');
  return failure(`Invalid dry-run value (${value}). Must be "none", "server", or "client".`);
}
