import type { ReactElement } from 'react';
import type { Micros } from '../../../base/time/units.ts';
import type { Input } from '../../../protocol/run-description.ts';
import type { EtcdView, RoundStepView } from '../../../protocol/views.ts';
import { etcd } from '../../../steps/etcd.ts';
import { duration } from '../../widgets/kit/format.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { Section, StepList } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { Breaker } from '../breaker.tsx';
import { etcdWords } from './strings.ts';

type Member = EtcdView['members'][number];

/** The members of the store, how far each has got, and the newest round among them. */
export function RaftSection({ view }: { readonly view: EtcdView }): ReactElement | undefined {
  const t = useWords(etcdWords);
  const host = useHost();
  const { members, round } = view;
  if (members.length === 0) return undefined;
  const several = members.length > 1;
  const quorum = (members.length >> 1) + 1;
  const leader = members.find(({ role, state }) => role === 'leader' && state !== 'stopped');
  const numbers = { quorum, members: members.length, term: Math.max(...members.map(({ term }) => term)) };
  const note = !several ? t('raftOne') : leader === undefined ? t('noLeader', numbers) : t('raftNote', numbers);
  const restart = (etcdMembers: 1 | 3) => {
    const run = host.frame?.run;
    if (run !== undefined) void host.openRun({ ...run, cluster: { ...run.cluster, etcdMembers } });
  };
  return (
    <Section title={t('raft')} note={note}>
      <table className="k-table">
        <thead>
          <tr>
            <th scope="col">{t('member')}</th>
            <th scope="col">{t('role')}</th>
            <th scope="col" title={t('diskNote')}>
              {t('disk')}
            </th>
            <th scope="col">{t('committed')}</th>
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow key={member.name} member={member} />
          ))}
        </tbody>
      </table>
      <div className="et-acts">
        {members.map((member) => (
          <Faults key={member.name} member={member} several={several} />
        ))}
      </div>
      {view.warnings.length > 0 && <Warnings warnings={view.warnings} />}
      {round !== undefined && <Round round={round} members={members} />}
      <p className="et-restart">
        <button type="button" className="k-btn k-small" onClick={() => restart(several ? 1 : 3)}>
          {t(several ? 'one' : 'three')}
        </button>{' '}
        {!several && <span className="k-note">{t('threeNote')}</span>}
      </p>
    </Section>
  );
}

function MemberRow({ member }: { readonly member: Member }): ReactElement {
  const t = useWords(etcdWords);
  const { name, role, state, lastIndex, commitIndex, fsync, now } = member;
  return (
    <tr className={now ? 'k-now' : undefined}>
      <td className="k-mono">{name}</td>
      <td>
        <span className={state === 'stopped' ? 'et-bad' : role === 'leader' ? 'et-leads' : undefined}>
          {state === 'stopped' ? t('state.stopped') : t(`role.${role}`)}
        </span>
        {state === 'slow' && (
          <span className="k-note">
            {' '}
            {fsync === undefined ? t('state.slow') : t('state.slowBy', { time: duration(fsync) })}
          </span>
        )}
      </td>
      <td className="k-num">{lastIndex}</td>
      <td className="k-num">{commitIndex}</td>
    </tr>
  );
}

/** What stands in the logs of the members. */
function Warnings({ warnings }: Pick<EtcdView, 'warnings'>): ReactElement {
  const t = useWords(etcdWords);
  return (
    <>
      <h4>{t('warnings')}</h4>
      <ol className="et-warnings k-mono">
        {warnings.map(({ id, line, now }) => (
          <li key={id} className={now ? 'k-now' : undefined}>
            {line}
          </li>
        ))}
      </ol>
    </>
  );
}

/** What a person may do to a member; each is an input of the run. */
function Faults({ member, several }: { readonly member: Member; readonly several: boolean }): ReactElement {
  const t = useWords(etcdWords);
  const { name, state } = member;
  const become = (next: Member['state']): Input => ({ type: 'etcd-member', member: name, state: next });
  return (
    <fieldset className="et-faults">
      <legend className="k-sr">{t('acts', { member: name })}</legend>
      {several && <span className="k-mono et-faults-name">{name}</span>}
      {several && (
        <Breaker input={become(state === 'stopped' ? 'running' : 'stopped')}>
          {t(state === 'stopped' ? 'start' : 'stop')}
        </Breaker>
      )}
      {state !== 'stopped' && (
        <Breaker input={become(state === 'slow' ? 'running' : 'slow')}>
          {t(state === 'slow' ? 'normal' : 'slow')}
        </Breaker>
      )}
    </fieldset>
  );
}

type Mark = 'disk' | 'committed' | 'applied' | 'vote' | 'elected';
const MARKS: ReadonlyMap<string, Mark> = new Map([
  [etcd.appended.name, 'disk'],
  [etcd.replicated.name, 'disk'],
  [etcd.committed.name, 'committed'],
  [etcd.applied.name, 'applied'],
  [etcd.txnApplied.name, 'applied'],
  [etcd.followerApplied.name, 'applied'],
  [etcd.campaigned.name, 'vote'],
  [etcd.voted.name, 'vote'],
  [etcd.elected.name, 'elected'],
]);

function Round(props: {
  readonly round: NonNullable<EtcdView['round']>;
  readonly members: readonly Member[];
}): ReactElement {
  const { round, members } = props;
  const t = useWords(etcdWords);
  const marks = new Set(round.steps.flatMap(({ step }) => MARKS.get(step.kind) ?? []));
  const words = {
    disk: 'legendDisk',
    committed: 'legendCommitted',
    applied: 'legendApplied',
    vote: 'legendVote',
    elected: 'legendElected',
  } as const;
  return (
    <>
      <h4 className="et-sub">{t('round', { time: duration(round.micros) })}</h4>
      {/* With one member everything happens on its disk, and at once. */}
      {members.length > 1 && (
        <>
          <div className="et-lanes" role="img" aria-label={t('roundLanes')}>
            {members.map(({ name }) => (
              <Lane
                key={name}
                name={name}
                steps={round.steps.filter(({ member }) => member === name)}
                micros={round.micros}
              />
            ))}
          </div>
          <p className="et-legend" aria-hidden="true">
            {[...marks].map((mark) => (
              <span key={mark}>
                <i className={`et-mark et-${mark}`} /> {t(words[mark])}
              </span>
            ))}
          </p>
        </>
      )}
      <details className="et-fold" open={members.length === 1}>
        <summary>{t('roundSteps')}</summary>
        <StepList steps={round.steps.map(({ step }) => step)} label={t('roundSteps')} />
      </details>
    </>
  );
}

/** When things happened on one member, from left to right; what is still to come is faint. */
function Lane(props: {
  readonly name: string;
  readonly steps: readonly RoundStepView[];
  readonly micros: Micros;
}): ReactElement {
  const { name, steps, micros } = props;
  const cursor = useHost().frame?.seq ?? -1;
  return (
    <div className="et-lane">
      <span className="k-mono">{name}</span>
      <span className="et-track">
        {steps.map(({ step, after }, place) => {
          const mark = MARKS.get(step.kind);
          // The leader applies an entry at the moment at which it is committed.
          const before = steps[place - 1];
          const merged = mark === 'applied' && before?.after === after && before.step.kind === etcd.committed.name;
          if (mark === undefined || merged) return undefined;
          const when = step.seq === cursor ? ' et-now' : step.seq > cursor ? ' et-later' : '';
          const left = micros === 0 ? 0 : (after / micros) * 100;
          return <i key={step.seq} className={`et-mark et-${mark}${when}`} style={{ left: `${left}%` }} />;
        })}
      </span>
    </div>
  );
}
