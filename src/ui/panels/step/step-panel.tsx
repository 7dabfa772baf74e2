import { type ReactElement, useRef } from 'react';
import type { RequestView } from '../../../protocol/request-view.ts';
import type { StepDetailView, StepView } from '../../../protocol/views.ts';
import { shortActor } from '../../widgets/kit/actors.ts';
import { Diff } from '../../widgets/kit/diff.tsx';
import { duration, instant } from '../../widgets/kit/format.ts';
import { type Host, useHost } from '../../widgets/kit/host.ts';
import { Bullet, Empty, type FactRow, Facts, Path, Rich, Section, StepList } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { panelWords } from '../words.ts';

type Say = ReturnType<typeof useWords<keyof typeof panelWords.en>>;

/** The rest of a whole object is in its own panel, too. */
const MOST_LINES = 24;

/** Who acted, what was read and written, what changed, what led here and what followed. */
export function StepPanel({ view }: { readonly view: StepDetailView | undefined }): ReactElement {
  const t = useWords(panelWords);
  const host = useHost();
  if (view === undefined)
    return (
      <div className="k-pad">
        <Empty>{t('step.before')}</Empty>
      </div>
    );
  const { step, request, diff, causes, effects, reads, writes } = view;
  return (
    <>
      <Head step={step} request={request} />
      <Section title={t('step.changed')}>
        {diff.length === 0 ? <Empty>{t('step.changedNothing')}</Empty> : <Diff lines={diff} most={MOST_LINES} />}
      </Section>
      <Section
        title={t('step.causes')}
        note={causes.length > 0 ? t('step.newestFirst') : undefined}
        actions={
          <button type="button" className="k-btn k-small" onClick={() => host.openWhy({ type: 'step', seq: step.seq })}>
            {t('why')}
          </button>
        }
      >
        {causes.length === 0 && <Empty>{t('step.noCause')}</Empty>}
        <StepList steps={causes} label={t('step.causes')} />
      </Section>
      <Section title={t('step.effects')}>
        {effects.length === 0 && <Empty>{t('step.noEffect')}</Empty>}
        <StepList steps={effects} label={t('step.effects')} />
      </Section>
      {view.beside !== undefined && view.beside.length > 0 && (
        <Section title={t('step.beside')}>
          <StepList steps={view.beside} label={t('step.beside')} />
        </Section>
      )}
      <Writes writes={writes} />
      <Reads reads={reads} />
      <Values step={request === undefined ? undefined : step} />
    </>
  );
}

/** Who asked for what, or who acts; one element for both, since steps inside and outside of requests take turns. */
function Head({ step, request }: { readonly step: StepView; readonly request: RequestView | undefined }): ReactElement {
  const t = useWords(panelWords);
  const host = useHost();
  return (
    <section className="k-sec">
      <h3 className="p-request">
        {request === undefined ? <Bullet actor={step.actor} /> : <b>{request.method}</b>}{' '}
        {request === undefined ? <span>{shortActor(step.actor, step.kind)}</span> : <Path text={request.path} />}
      </h3>
      {request === undefined && (
        <p className="p-say">
          <Rich text={host.sentence(step)} />
        </p>
      )}
      <Facts rows={request === undefined ? factsOfAct(step, t, host) : factsOfRequest(request, step, t)} />
    </section>
  );
}

function factsOfRequest(request: RequestView, step: StepView, t: Say): readonly FactRow[] {
  const { user, groups, agent, code, revision } = request;
  const answer =
    code === undefined ? (
      <span className="k-soft">{t('step.onTheWay')}</span>
    ) : (
      <b className={code >= 400 ? 'k-bad' : undefined}>{code}</b>
    );
  const known: readonly FactRow[] =
    user === ''
      ? [[t('step.who'), t('step.notKnownYet'), 'k-soft']]
      : [
          [t('step.who'), user, 'k-mono'],
          [t('step.groups'), groups.join(', ') || t('none'), 'k-mono'],
        ];
  const program = <Path text={agent} />;
  return [
    ...known,
    [t('step.agent'), program],
    [
      t('step.entered'),
      t('step.ago', { at: instant(request.enteredAt), ago: duration(step.time - request.enteredAt) }),
    ],
    [t('step.answer'), answer],
    ...(revision === undefined ? [] : [[t('step.revision'), revision, 'k-num'] as const]),
  ];
}

/** A step outside of any request. */
function factsOfAct(step: StepView, t: Say, host: Host): readonly FactRow[] {
  const subject = step.subject === '' ? t('none') : <Path text={step.subject} />;
  return [
    [t('step.kind'), <Path key="kind" text={step.kind} />],
    [t('step.about'), subject],
    [t('step.at'), instant(step.time)],
    ...valuesOf(step, host),
  ];
}

function valuesOf(step: StepView, host: Host): readonly FactRow[] {
  return Object.entries(step.args).flatMap(([name, value]) =>
    name === 'tried' || value === undefined || value === ''
      ? []
      : [[host.fact?.(name) ?? name, String(value), 'k-mono'] as const],
  );
}

/** What was last said, while there is nothing to say: a part that is hidden keeps its elements until it is wanted again. */
function useLast<T>(said: T | undefined): T | undefined {
  const last = useRef(said);
  if (said !== undefined) last.current = said;
  return last.current;
}

function Values(props: { readonly step: StepView | undefined }): ReactElement | null {
  const t = useWords(panelWords);
  const host = useHost();
  const step = useLast(props.step);
  if (step === undefined) return null;
  return (
    <Section title={t('step.details')} note={step.kind} hidden={props.step === undefined}>
      <Facts
        rows={[
          [t('step.actor'), shortActor(step.actor, step.kind)],
          [t('step.about'), step.subject || t('none')],
          ...valuesOf(step, host),
        ]}
      />
    </Section>
  );
}

function Writes({ writes }: { readonly writes: StepDetailView['writes'] }): ReactElement | null {
  const t = useWords(panelWords);
  const sign = { add: '+', remove: '−', change: '~' } as const;
  const none = writes.length === 0;
  const rows = useLast(none ? undefined : writes);
  if (rows === undefined) return null;
  return (
    <Section title={t('step.wrote')} hidden={none}>
      <ul className="k-list p-cells">
        {rows.map(({ table, key, op }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row changes its words rather than being made anew
          <li key={place}>
            <span aria-hidden="true">{sign[op]}</span> <span className="k-soft">{table}</span>{' '}
            <span className="k-mono">{key}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Reads({ reads }: { readonly reads: StepDetailView['reads'] }): ReactElement | null {
  const t = useWords(panelWords);
  const host = useHost();
  const none = reads.length === 0;
  const rows = useLast(none ? undefined : reads);
  if (rows === undefined) return null;
  return (
    <Section title={t('step.read')} note={t('step.readNote')} hidden={none}>
      <ul className="k-list p-cells">
        {rows.map(({ table, key, writer }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row changes its words rather than being made anew
          <li key={place}>
            <span className="k-soft">{table}</span> <span className="k-mono">{key}</span>{' '}
            {writer === undefined ? (
              <span className="k-weak">{t('step.fromStart')}</span>
            ) : (
              <button type="button" className="k-link" onClick={() => host.seek(writer)}>
                {t('step.writtenAt', { seq: writer })}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
