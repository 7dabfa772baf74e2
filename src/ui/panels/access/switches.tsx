import type { ReactElement } from 'react';
import type { AccessStage } from '../../../protocol/access-view.ts';
import type { ClusterConfig } from '../../../protocol/run-description.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { useWords } from '../../widgets/kit/words.ts';
import { accessWords } from './strings.ts';

const MODES = ['Node', 'RBAC', 'ABAC', 'Webhook'] as const;
const AUTHENTICATORS = ['static-token', 'oidc', 'anonymous'] as const;

interface Switch {
  readonly name: string;
  readonly on: boolean;
  /** The cluster with this one flipped. */
  readonly flipped: Partial<ClusterConfig>;
}

/** Each of those who are asked can be switched off and on; the run begins anew with the same inputs. */
export function Switches({ stage }: { readonly stage: AccessStage }): ReactElement | null {
  const t = useWords(accessWords);
  const host = useHost();
  const run = host.frame?.run;
  if (run === undefined) return null;
  const switches = switchesOf(stage, run.cluster);
  if (switches.length === 0) return null;
  return (
    <fieldset className="a-switches">
      <legend className="k-soft">
        {t(
          stage.id === 'authorization' ? 'switch' : stage.id === 'mutating' ? 'switchPlugins' : 'switchAuthenticators',
        )}
      </legend>
      {switches.map(({ name, on, flipped }) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={on}
            onChange={() => void host.openRun({ ...run, cluster: { ...run.cluster, ...flipped } })}
          />{' '}
          {name}
        </label>
      ))}
    </fieldset>
  );
}

function switchesOf({ id, rows }: AccessStage, cluster: ClusterConfig): readonly Switch[] {
  if (id === 'authorization') {
    const modes = cluster.authorization ?? ['Node', 'RBAC'];
    return MODES.map((name) => ({
      name,
      on: modes.includes(name),
      flipped: { authorization: MODES.filter((each) => modes.includes(each) !== (each === name)) },
    }));
  }
  if (id === 'authentication') {
    const off = cluster.withoutAuthenticators ?? [];
    return AUTHENTICATORS.map((name) => ({
      name,
      on: !off.includes(name),
      flipped: { withoutAuthenticators: AUTHENTICATORS.filter((each) => off.includes(each) !== (each === name)) },
    }));
  }
  if (id !== 'mutating') return [];
  const off = cluster.withoutAdmission ?? [];
  const known = [...new Set([...rows.map(({ name }) => name), ...off])].sort();
  return known.map((name) => ({
    name,
    on: !off.includes(name),
    flipped: { withoutAdmission: known.filter((each) => off.includes(each) !== (each === name)) },
  }));
}
