import type { ReactElement } from 'react';
import { CONTROL_PLANE } from '../../api/values/control-plane.ts';
import { DELAYS } from '../../protocol/fault-check.ts';
import { useWords } from '../widgets/kit/words.ts';
import type { Asked } from './asked-fault.ts';
import { RATES } from './draft.ts';
import { Choice, Field } from './field.tsx';
import { clusterWords } from './strings.ts';

interface Shown {
  readonly asked: Asked;
  readonly nodes: readonly string[];
  readonly members: readonly string[];
  /** Fields whose problems are shown. */
  readonly wrong: ReadonlySet<string>;
  readonly onChange: (changed: Partial<Asked>) => void;
}

/** What is to be filled in for one sort of fault. */
export function FaultFields(shown: Shown): ReactElement | null {
  const t = useWords(clusterWords);
  const { asked, nodes, wrong, onChange } = shown;
  switch (asked.what) {
    case 'partition':
    case 'kubelet':
      return (
        <Field
          label={t('node')}
          value={asked.node}
          list={nodes}
          problem={wrong.has('node') ? t('badNode') : undefined}
          onChange={(node) => onChange({ node })}
        />
      );
    case 'api-server':
      return null;
    case 'member.stopped':
      return <MemberChoice {...shown} />;
    case 'member.slow':
      return (
        <>
          <MemberChoice {...shown} />
          <Field
            label={t('fsync')}
            value={asked.fsync}
            placeholder={t('fsyncUsual')}
            problem={wrong.has('fsync') ? t('badFsync') : undefined}
            numeric
            onChange={(fsync) => onChange({ fsync })}
          />
        </>
      );
    case 'clock':
      return <ClockFields {...shown} />;
    case 'rates':
      return <RateFields {...shown} />;
    case 'delays':
      return (
        <>
          <Field
            label={t('delaysField')}
            wide
            value={asked.delays}
            problem={wrong.has('delays') ? t('expect.delays') : undefined}
            onChange={(delays) => onChange({ delays })}
          />
          <p className="k-note c-wide">{DELAYS.join(', ')}</p>
        </>
      );
  }
}

function MemberChoice({ asked, members, onChange }: Shown): ReactElement {
  const t = useWords(clusterWords);
  return (
    <Choice
      label={t('member')}
      value={asked.member}
      options={members.map((name) => [name, name])}
      onChange={(member) => onChange({ member })}
    />
  );
}

function ClockFields({ asked, nodes, members, wrong, onChange }: Shown): ReactElement {
  const t = useWords(clusterWords);
  return (
    <>
      <Field
        label={t('machine')}
        value={asked.machine}
        list={[...nodes, ...members, ...CONTROL_PLANE]}
        problem={wrong.has('machine') ? t('badMachine') : undefined}
        onChange={(machine) => onChange({ machine })}
      />
      <Field
        label={t('offset')}
        value={asked.offset}
        problem={wrong.has('offset') ? t('badOffset') : undefined}
        onChange={(offset) => onChange({ offset })}
      />
    </>
  );
}

function RateFields({ asked, wrong, onChange }: Shown): ReactElement {
  const t = useWords(clusterWords);
  return (
    <>
      {RATES.map((name) => (
        <Field
          key={name}
          label={t(name)}
          value={asked.rates[name] ?? ''}
          placeholder={name === 'slowRequestMillis' ? '2000' : '0'}
          problem={wrong.has(name) ? t(name === 'slowRequestMillis' ? 'expect.millis' : 'expect.rate') : undefined}
          numeric
          onChange={(value) => onChange({ rates: { ...asked.rates, [name]: value } })}
        />
      ))}
      {wrong.has('rates') && <p className="c-problem k-bad c-wide">{t('badRate')}</p>}
    </>
  );
}
