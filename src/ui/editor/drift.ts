import { useEffect, useState } from 'react';
import type { Drift } from '../../protocol/queries.ts';
import { useQuestion } from './use-question.ts';

const NONE: readonly Drift[] = [];

/** What the cluster has otherwise than a text that was applied, at the cursor; asked for where no step has come for a while. */
export function useDrift(text: string | undefined): readonly Drift[] {
  const [drift, setDrift] = useState<readonly Drift[]>(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was found of one text says nothing of another
  useEffect(() => setDrift(NONE), [text]);
  useQuestion(text, async (host, isLate) => {
    // Where nothing was done but this, nobody is to be asked; the rest of the engine would be fetched for it.
    if (text === undefined || (host.frame?.run.inputs.length ?? 0) < 2) return;
    const { fields } = await host.query({ type: 'drift', text });
    if (!isLate()) setDrift(fields.length === 0 ? NONE : fields);
  });
  return drift;
}
