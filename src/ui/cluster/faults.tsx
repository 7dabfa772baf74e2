import { type ReactElement, useState } from 'react';
import { CONTROL_PLANE } from '../../api/values/control-plane.ts';
import { DELAYS, isFault, isOffset } from '../../protocol/fault-check.ts';
import type { Frame } from '../../protocol/messages.ts';
import type { FaultRates, Input, RecordedInput } from '../../protocol/run-description.ts';
import type { MarkView } from '../../protocol/views.ts';
import { usePage, useView } from '../public.ts';
import { instant } from '../widgets/kit/format.ts';
import { useHost, useNow } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { RATES, readDelays } from './draft.ts';
import { Choice, Field } from './field.tsx';
import { clusterWords } from './strings.ts';
import { toldFault } from './told-fault.ts';

const WHATS = [
  'partition',
  'kubelet',
  'api-server',
  'member.slow',
  'member.stopped',
  'clock',
  'rates',
  'delays',
] as const;
type What = (typeof WHATS)[number];

interface Asked {
  readonly what: What;
  readonly node: string;
  readonly member: string;
  /** Milliseconds; empty: sixty times as long as usual. */
  readonly fsync: string;
  readonly machine: string;
  /** Seconds, behind with a minus. */
  readonly offset: string;
  readonly seconds: string;
  readonly rates: { readonly [name in keyof FaultRates]?: string };
  readonly delays: string;
}

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
  const { what } = asked;
  const memberNames = Array.from({ length: members }, (_, at) => `etcd-${at}`);
  const { input, wrong } = inputOf(asked, nodes, memberNames);
  const problem = (field: string): boolean => tried && wrong.has(field);
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
          value={what}
          options={WHATS.map((each) => [each, t(each)])}
          onChange={(value) => change({ what: value as What })}
        />
        {(what === 'partition' || what === 'kubelet') && (
          <Field
            label={t('node')}
            value={asked.node}
            list={nodes}
            problem={problem('node') ? t('badNode') : undefined}
            onChange={(node) => change({ node })}
          />
        )}
        {(what === 'member.slow' || what === 'member.stopped') && (
          <Choice
            label={t('member')}
            value={asked.member}
            options={memberNames.map((name) => [name, name])}
            onChange={(member) => change({ member })}
          />
        )}
        {what === 'member.slow' && (
          <Field
            label={t('fsync')}
            value={asked.fsync}
            placeholder={t('fsyncUsual')}
            problem={problem('fsync') ? t('badFsync') : undefined}
            numeric
            onChange={(fsync) => change({ fsync })}
          />
        )}
        {what === 'clock' && (
          <>
            <Field
              label={t('machine')}
              value={asked.machine}
              list={[...nodes, ...memberNames, ...CONTROL_PLANE]}
              problem={problem('machine') ? t('badMachine') : undefined}
              onChange={(machine) => change({ machine })}
            />
            <Field
              label={t('offset')}
              value={asked.offset}
              problem={problem('offset') ? t('badOffset') : undefined}
              onChange={(offset) => change({ offset })}
            />
          </>
        )}
        {what === 'rates' &&
          RATES.map((name) => (
            <Field
              key={name}
              label={t(name)}
              value={asked.rates[name] ?? ''}
              placeholder={name === 'slowRequestMillis' ? '2000' : '0'}
              problem={problem(name) ? t(name === 'slowRequestMillis' ? 'expect.millis' : 'expect.rate') : undefined}
              numeric
              onChange={(value) => change({ rates: { ...asked.rates, [name]: value } })}
            />
          ))}
        {what === 'rates' && problem('rates') && <p className="c-problem k-bad c-wide">{t('badRate')}</p>}
        {what === 'delays' && (
          <Field
            label={t('delaysField')}
            wide
            value={asked.delays}
            problem={problem('delays') ? t('expect.delays') : undefined}
            onChange={(delays) => change({ delays })}
          />
        )}
        {what === 'delays' && <p className="k-note c-wide">{DELAYS.join(', ')}</p>}
        <Field
          label={t('for')}
          value={asked.seconds}
          placeholder={t('forGood')}
          problem={problem('seconds') ? t('badSeconds') : undefined}
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
      <Given onDone={onDone} />
    </>
  );
}

/** The faults that the run has. */
function Given({ onDone }: { readonly onDone: () => void }): ReactElement {
  const t = useWords(clusterWords);
  const host = useHost();
  const { session } = usePage();
  const inputs = useNow((frame) => frame?.run.inputs);
  const marks = useView('timeline')?.marks ?? [];
  const faults = faultsOf(inputs ?? []);
  const away = (going: Promise<void>) => void going.then(onDone, () => undefined);
  return (
    <section className="c-group">
      <h3>{t('given')}</h3>
      {faults.length === 0 && <p className="k-note">{t('noneGiven')}</p>}
      <ul className="k-list">
        {faults.map(({ given, place }) => {
          const line = toldFault(given.input, t);
          const mending = mendOf(given.input);
          return (
            <li key={place} className="c-given">
              <span>
                <b>{timeOf(given, marks)}</b> {line}
              </span>
              <span className="c-acts">
                <button
                  type="button"
                  className="k-btn k-small"
                  aria-label={`${t('goTo')}: ${line}`}
                  onClick={() => {
                    host.seek(given.afterStep + 1);
                    onDone();
                  }}
                >
                  {t('goTo')}
                </button>
                {mending !== undefined && (
                  <button
                    type="button"
                    className="k-btn k-small"
                    aria-label={`${t('mend')}: ${line}`}
                    onClick={() => away(host.give(mending))}
                  >
                    {t('mend')}
                  </button>
                )}
                <button
                  type="button"
                  className="k-btn k-small"
                  aria-label={`${t('leaveOut')}: ${line}`}
                  onClick={() => away(session.leaveOut(place))}
                >
                  {t('leaveOut')}
                </button>
              </span>
            </li>
          );
        })}
      </ul>
      {faults.length > 0 && <p className="k-note">{t('leaveOutNote')}</p>}
    </section>
  );
}

function faultsOf(
  inputs: Frame['run']['inputs'],
): readonly { readonly given: RecordedInput; readonly place: number }[] {
  return inputs
    .map((given, place) => ({ given, place }))
    .filter(({ given }) => isFault(given.input as unknown as { readonly [field: string]: unknown }) === true);
}

function timeOf({ afterStep }: RecordedInput, marks: readonly MarkView[]): string {
  const mark = marks.find(({ seq }) => seq === afterStep + 1);
  return mark === undefined ? '' : instant(mark.time);
}

/** What ends a fault that has no end of its own. */
function mendOf(input: Input): Input | undefined {
  if ('seconds' in input && input.seconds !== undefined) return undefined;
  if (input.type === 'clock') return input.offsetSeconds === 0 ? undefined : { ...input, offsetSeconds: 0 };
  if (input.type === 'partition' && input.state === 'cut') return { ...input, state: 'whole' };
  if (input.type === 'etcd-member' && input.state === 'slow')
    return { type: 'etcd-member', member: input.member, state: 'running' };
  const isBroken = 'state' in input && input.state !== 'running' && input.state !== 'whole';
  return isBroken ? ({ ...input, state: 'running' } as Input) : undefined;
}

interface ReadAsked {
  readonly input: Input | undefined;
  readonly wrong: ReadonlySet<string>;
}

export function inputOf(
  { what, node, member, fsync, machine, offset, seconds: text, rates, delays }: Asked,
  nodes: readonly string[],
  members: readonly string[],
): ReadAsked {
  const wrong = new Set<string>();
  const seconds = text.trim() === '' ? undefined : Number(text);
  const lasting = seconds === undefined ? {} : { seconds };
  if (isFault({ type: 'api-server', state: 'stopped', ...lasting }) !== true) wrong.add('seconds');
  const take = (input: Input): ReadAsked => ({ input: wrong.size === 0 ? input : undefined, wrong });
  switch (what) {
    case 'partition':
    case 'kubelet':
      if (!nodes.includes(node)) wrong.add('node');
      return take(
        what === 'kubelet'
          ? { type: 'kubelet', node, state: 'stopped', ...lasting }
          : { type: 'partition', node, state: 'cut', ...lasting },
      );
    case 'api-server':
      return take({ type: 'api-server', state: 'stopped', ...lasting });
    case 'member.stopped':
      return take({ type: 'etcd-member', member, state: 'stopped', ...lasting });
    case 'member.slow': {
      const slow = fsync.trim() === '' ? {} : { fsyncMillis: Number(fsync) };
      const input = { type: 'etcd-member', member, state: 'slow', ...slow } as const;
      if (isFault(input) !== true) wrong.add('fsync');
      return take({ ...input, ...lasting });
    }
    case 'clock': {
      const offsetSeconds = offset.trim() === '' ? Number.NaN : Number(offset);
      if (![...nodes, ...members, ...CONTROL_PLANE].includes(machine)) wrong.add('machine');
      if (!isOffset(offsetSeconds)) wrong.add('offset');
      return take({ type: 'clock', machine, offsetSeconds, ...lasting });
    }
    case 'delays': {
      const read = readDelays(delays);
      if (read === undefined || Object.keys(read).length === 0) wrong.add('delays');
      return take({ type: 'delays', delays: read ?? {}, ...lasting });
    }
    case 'rates': {
      const given = RATES.filter((name) => (rates[name] ?? '').trim() !== '');
      const faults = Object.fromEntries(given.map((name) => [name, Number(rates[name])]));
      for (const name of given)
        if (isFault({ type: 'rates', faults: { [name]: faults[name] } }) !== true) wrong.add(name);
      if (given.length === 0) wrong.add('rates');
      return take({ type: 'rates', faults, ...lasting });
    }
  }
}
