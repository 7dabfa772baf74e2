import type { ReactElement } from 'react';
import type { Input } from '../../protocol/run-description.ts';
import { useHost } from '../widgets/kit/host.ts';

/** A button that breaks a part of the cluster, or mends it: an input of the run like any other. */
export function Breaker({ input, children }: { readonly input: Input; readonly children: string }): ReactElement {
  const host = useHost();
  return (
    <button type="button" className="k-btn k-small" onClick={() => void host.give(input).catch(() => undefined)}>
      {children}
    </button>
  );
}
