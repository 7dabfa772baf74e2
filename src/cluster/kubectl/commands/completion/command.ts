// Models staging/src/k8s.io/kubectl/pkg/cmd/completion (v1.36)

import type { Process } from '../../../../engine/index.ts';
import type { Options } from '../../flags/options.ts';
import { type Failure, failure, misused } from '../../session/errors.ts';
import type { Session } from '../../session/session.ts';
import type { Command } from '../declaration.ts';

export function commands(): readonly Command[] {
  return [{ name: 'completion', order: 37, usage: 'SHELL', flags: '', asksNobody: true, looks: true, run: completion }];
}

const SHELLS: readonly string[] = ['bash', 'fish', 'powershell', 'zsh'];

/** Models staging/src/k8s.io/kubectl/pkg/cmd/completion/completion.go (v1.36). Not modelled: the scripts. */
function* completion(_: Session, [shell, ...more]: readonly string[], options: Options): Process<Failure> {
  if (shell === undefined) return misused(options, 'Shell not specified.');
  if (more.length > 0) return misused(options, 'Too many arguments. Expected only the shell type.');
  if (!SHELLS.includes(shell)) return misused(options, `Unsupported shell type "${shell}".`);
  return failure(`kubectl completion ${shell} is not modelled`);
}
