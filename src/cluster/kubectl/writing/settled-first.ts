// Models the Complete of the commands in staging/src/k8s.io/kubectl/pkg/cmd (v1.36): which flags each reads before it looks at anything else

import type { Options } from '../flags/options.ts';
import { printerFor } from '../print/objects.ts';
import { type Failure, failure, isFailure } from '../session/errors.ts';
import type { Session } from '../session/session.ts';
import { dryRunOf } from './writing.ts';

/** What is wrong with the flags that the command reads first. */
export function settledFirst(session: Session, options: Options): Failure | undefined {
  const { required, settles } = options.command;
  if (required !== undefined && options.given(required) === undefined)
    return failure(`required flag(s) "${required}" not set`);
  if (settles === undefined) return undefined;
  if (settles === 'output') return outputProblem(session, options);
  return settles === 'dry run' ? dryRunProblem(session, options) : writingProblem(session, options);
}

/** What is wrong with `--dry-run`, and then with `-o`. */
export const writingProblem = (session: Session, options: Options): Failure | undefined =>
  dryRunProblem(session, options) ?? outputProblem(session, options);

function dryRunProblem(session: Session, options: Options): Failure | undefined {
  const dryRun = dryRunOf(session, options);
  return isFailure(dryRun) ? dryRun : undefined;
}

/** What is wrong with `-o` and `--template`. */
export function outputProblem(session: Session, options: Options): Failure | undefined {
  if (!options.has('output') && !options.has('template')) return undefined;
  const printer = printerFor(session, options, false, 'name');
  return isFailure(printer) ? printer : undefined;
}

/** `--local` asks no server, so none can try anything. */
export function localProblem(session: Session, options: Options): Failure | undefined {
  return options.is('local') && dryRunOf(session, options) === 'server'
    ? failure('cannot specify --local and --dry-run=server - did you mean --dry-run=client?')
    : undefined;
}
