import type { Process } from '../../../engine/index.ts';
import type { Declared } from '../flags/declared.ts';
import type { Options } from '../flags/options.ts';
import type { Failure } from '../session/errors.ts';
import type { Session } from '../session/session.ts';

/**
 * A command of kubectl, declared where it is written: the `command.ts` of a folder beside this file exports
 * `commands()`, and the dispatcher, help, the overview and suggestions are made from what all of them say.
 */
export interface Command extends Declared {
  /**
   * Does its work; the answer is the exit code or what went wrong. One without is run by the command above it, whose words
   * begin with its name; where there is none that runs, it is not modelled.
   */
  readonly run?: (session: Session, words: readonly string[], options: Options) => Process<number | Failure>;
}
