import { type ReactElement, useState } from 'react';
import { useView } from '../public.ts';
import { instant } from '../widgets/kit/format.ts';
import { useHost, useNow } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { type Asked, inputOf, WHATS, type What } from './asked-fault.ts';
import { FaultFields } from './fault-fields.tsx';
import { Choice, Field } from './field.tsx';
import { GivenFaults } from './given-faults.tsx';
import { clusterWords } from './strings.ts';

const NONE: ReadonlySet<string> = new Set();

/** What goes wrong from the cursor on, and what of it the run has already. */
export function Faults({ onDone }: { readonly onDone: () => void }): ReactElement {
  const t = useWords(clusterWords);
  const host = useHost();
  const members = useNow((frame) => frame?.run.cluster.etcdMembers ?? 1);
  const isPast = useNow((frame) => frame?.isPast ?? false);
  const time = useNow((frame) => instant(frame?.time ?? 0));
  const nodes = useView('stage')?.nodes.map(({ name }) => name) ?? [];
  const [asked, setAsked] = useState<Asked>({
    what: 'partition',
    node: nodes[1] ?? nodes[0] ?? 'node-1',
    member: 'etcd-0',
    fsync: '1500',
    machine: nodes[1] ?? nodes[0] ?? 'node-1',
    offset: '-300',
    seconds: '90',
    rates: { requestErrorPerMille: '20' },
    delays: 'network=20..60',
  });
  const [tried, setTried] = useState(false);
  const change = (changed: Partial<Asked>) => setAsked({ ...asked, ...changed });
  const memberNames = Array.from({ length: members }, (_, at) => `etcd-${at}`);
  const { input, wrong } = inputOf(asked, nodes, memberNames);
  const shownWrong = tried ? wrong : NONE;
  const put = async () => {
    setTried(true);
    if (input === undefined) return;
    await host.give(input);
    onDone();
  };
  return (
    <>
      <p className={isPast ? 'c-where c-past' : 'c-where'}>{t(isPast ? 'inPast' : 'atPresent', { time })}</p>
      <form
        className="c-fields"
        onSubmit={(event) => {
          event.preventDefault();
          void put().catch(() => undefined);
        }}
      >
        <Choice
          label={t('what')}
          wide
          value={asked.what}
          options={WHATS.map((each) => [each, t(each)])}
          onChange={(value) => change({ what: value as What })}
        />
        <FaultFields asked={asked} nodes={nodes} members={memberNames} wrong={shownWrong} onChange={change} />
        <Field
          label={t('for')}
          value={asked.seconds}
          placeholder={t('forGood')}
          problem={shownWrong.has('seconds') ? t('badSeconds') : undefined}
          numeric
          onChange={(seconds) => change({ seconds })}
        />
        <span className="c-put">
          <button type="submit" className="k-btn k-primary">
            {t('put')}
          </button>
          <span className="k-note">{t('putNote')}</span>
        </span>
      </form>
      <p className="k-note">{t('notModelled')}</p>
      <GivenFaults onDone={onDone} />
    </>
  );
}
