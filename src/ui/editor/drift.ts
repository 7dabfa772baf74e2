import { useEffect, useRef, useState } from 'react';
import type { Drift } from '../../protocol/queries.ts';
import { useHost } from '../widgets/kit/host.ts';

const LOOK_AFTER = 400;
const NONE: readonly Drift[] = [];

/** What the cluster has otherwise than a text that was applied, at the cursor; asked for where no step has come for a while. */
export function useDrift(text: string | undefined): readonly Drift[] {
  const host = useHost();
  const latest = useRef(host);
  latest.current = host;
  const [drift, setDrift] = useState<readonly Drift[]>(NONE);
  const { onFrame } = host;
  useEffect(() => {
    setDrift(NONE);
    if (text === undefined) return;
    let late = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      // Where nothing was done but this, nobody is to be asked; the rest of the engine would be fetched for it.
      if ((latest.current.frame?.run.inputs.length ?? 0) < 2) return;
      const { fields } = await latest.current.query({ type: 'drift', text });
      if (!late) setDrift(fields.length === 0 ? NONE : fields);
    };
    const soon = () => {
      clearTimeout(timer);
      // An engine that is busy or gone is asked again at the next frame.
      timer = setTimeout(() => look().catch(() => undefined), LOOK_AFTER);
    };
    soon();
    const forget = onFrame?.(soon);
    return () => {
      late = true;
      clearTimeout(timer);
      forget?.();
    };
  }, [text, onFrame]);
  return drift;
}
