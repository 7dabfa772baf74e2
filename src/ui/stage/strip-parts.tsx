import type { ReactElement, ReactNode } from 'react';
import { type Part, partId } from '../../protocol/part-view.ts';
import type { NodeTile, StageView, VehicleView } from '../../protocol/views.ts';
import { useText } from '../i18n/words.ts';
import type { Narrator } from '../narration/narrator.ts';
import { shortActor } from '../widgets/kit/actors.ts';
import { Bullet } from '../widgets/kit/kit.tsx';
import type { Lane } from './lanes.ts';
import { FaultMarksOf } from './marks/fault-marks.tsx';
import { plateName } from './plate-text.ts';
import { Ticket } from './tickets.tsx';
import { UnmetMarkOf } from './unmet-marks.tsx';

const MOST_TICKETS = 4;

/** A part of the map that says its own name; its card comes when it is pressed. */
function PartButton(props: {
  readonly part: Part;
  readonly className?: string;
  /** Where what it shows is no name. */
  readonly label?: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-part={partId(props.part)}
      className={props.className}
      aria-label={props.label}
    >
      {props.children}
    </button>
  );
}

/** Who asks, and whom, above the trunk. */
export function StripStart({ view }: { readonly view: StageView }): ReactElement {
  return (
    <div className="strip-row">
      <PartButton part={{ sort: 'actor', of: 'kubectl' }}>kubectl</PartButton>
      <span aria-hidden="true">→</span>
      <PartButton part={{ sort: 'server', of: '' }} className="sign">
        kube-apiserver
      </PartButton>
      <UnmetMarkOf place="server" view={view} />
      <FaultMarksOf place="server" view={view} />
    </div>
  );
}

/** The newest writes, and what is on its way to who watches. */
export function StripStore({ view }: { readonly view: StageView }): ReactElement {
  const t = useText();
  const { nextRevision: next, tickets, watchCacheRevision: told } = view;
  return (
    <>
      <div className="strip-row strip-tickets">
        {next > 1 && (
          <PartButton
            part={{ sort: 'next', of: '' }}
            className="stamp next"
            label={t('revisionNext', { revision: next })}
          >
            {next}
          </PartButton>
        )}
        {tickets.slice(0, MOST_TICKETS).map((ticket) => (
          <Ticket key={ticket.revision} ticket={ticket} />
        ))}
        <UnmetMarkOf place="store" view={view} />
        <FaultMarksOf place="store" view={view} />
      </div>
      <div className="strip-row">
        <PartButton part={{ sort: 'told', of: '' }} label={t('part.told')}>
          ↓
        </PartButton>
        <PartButton part={{ sort: 'station', of: 'watch-cache' }}>{t('station.watch-cache')}</PartButton>
        <span className="k2">{told > 0 && `@${told}`}</span>
        <Travelling vehicles={view.vehicles.filter(({ direction }) => direction === 'watch')} />
      </div>
    </>
  );
}

/** What is at a station, or on its way to a client: of one client one is enough. */
export function Travelling({ vehicles }: { readonly vehicles: readonly VehicleView[] }): ReactElement {
  const t = useText();
  const parts = new Map(
    vehicles.map(({ actor, direction }) => {
      const part: Part = { sort: direction === 'watch' ? 'event' : 'request', of: actor };
      return [partId(part), part];
    }),
  );
  return (
    <>
      {[...parts].map(([id, part]) => (
        <PartButton
          key={id}
          part={part}
          className="strip-travels"
          label={t(`part.${part.sort as 'event' | 'request'}`, { name: shortActor(part.of) })}
        >
          <Bullet actor={part.of} />
        </PartButton>
      ))}
    </>
  );
}

/** The controllers and the scheduler, and what each of them says. */
export function StripActors(props: { readonly lanes: readonly Lane[]; readonly narrator: Narrator }): ReactElement {
  const lines = props.lanes.filter(({ place }) => place === 'control').flatMap((lane) => lane.lines);
  return (
    <div className="strip-actors">
      {lines.map(({ actor, status, requested, heard }) => (
        <PartButton key={actor} part={{ sort: 'actor', of: actor }}>
          <Bullet actor={actor} quiet={!requested && !heard} /> {plateName(actor)}{' '}
          <span className="k2">{status !== undefined && props.narrator.phrase(status)}</span>
        </PartButton>
      ))}
    </div>
  );
}

/** Who works on a node. */
export function StripAgents({ node, hasProxy }: { readonly node: NodeTile; readonly hasProxy: boolean }): ReactElement {
  return (
    <p className="strip-agents">
      <PartButton part={{ sort: 'actor', of: `kubelet/${node.name}` }}>kubelet</PartButton>
      {hasProxy && <PartButton part={{ sort: 'actor', of: `kube-proxy/${node.name}` }}>kube-proxy</PartButton>}
    </p>
  );
}
