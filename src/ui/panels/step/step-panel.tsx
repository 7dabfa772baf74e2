import type { ReactElement } from 'react';
import type { RequestView, StepDetailView, StepView } from '../../../protocol/views.ts';
import { shortActor } from '../../widgets/kit/actors.ts';
import { duration, instant } from '../../widgets/kit/format.ts';
import { type Host, useHost } from '../../widgets/kit/host.ts';
import { Bullet, Diff, Empty, Facts, Path, Rich, Section, StepList } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { panelWords } from '../words.ts';

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
      {request === undefined ? <Act step={step} /> : <Request request={request} step={step} />}
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
        {causes.length === 0 ? (
          <Empty>{t('step.noCause')}</Empty>
        ) : (
          <StepList steps={causes} label={t('step.causes')} />
        )}
      </Section>
      <Section title={t('step.effects')}>
        {effects.length === 0 ? (
          <Empty>{t('step.noEffect')}</Empty>
        ) : (
          <StepList steps={effects} label={t('step.effects')} />
        )}
      </Section>
      {writes.length > 0 && <Writes writes={writes} />}
      {reads.length > 0 && <Reads reads={reads} />}
      {request !== undefined && <Values step={step} />}
    </>
  );
}

function Request({ request, step }: { readonly request: RequestView; readonly step: StepView }): ReactElement {
  const t = useWords(panelWords);
  const answer =
    request.code === undefined ? (
      <span className="k-soft">{t('step.onTheWay')}</span>
    ) : (
      <b className={request.code >= 400 ? 'k-bad' : undefined}>{request.code}</b>
    );
  return (
    <section className="k-sec">
      <h3 className="p-request">
        <b>{request.method}</b> <Path text={request.path} />
      </h3>
      <Facts
        rows={[
          [
            t('step.who'),
            <span className="k-mono" key="who">
              {request.user || <span className="k-soft">{t('step.notKnownYet')}</span>}
            </span>,
          ],
          ...(request.user === ''
            ? []
            : [
                [
                  t('step.groups'),
                  <span className="k-mono" key="groups">
                    {request.groups.join(', ') || t('none')}
                  </span>,
                ] as const,
              ]),
          [
            t('step.agent'),
            <span className="k-mono" key="agent">
              {request.agent}
            </span>,
          ],
          [
            t('step.entered'),
            t('step.ago', { at: instant(request.enteredAt), ago: duration(step.time - request.enteredAt) }),
          ],
          [t('step.answer'), answer],
          ...(request.revision === undefined
            ? []
            : [
                [
                  t('step.revision'),
                  <b className="k-num" key="revision">
                    {request.revision}
                  </b>,
                ] as const,
              ]),
        ]}
      />
    </section>
  );
}

/** A step outside of any request. */
function Act({ step }: { readonly step: StepView }): ReactElement {
  const t = useWords(panelWords);
  const host = useHost();
  return (
    <section className="k-sec">
      <h3 className="p-request">
        <Bullet actor={step.actor} /> <span>{shortActor(step.actor)}</span>
      </h3>
      <p className="p-say">
        <Rich text={host.sentence(step)} />
      </p>
      <Facts
        rows={[
          [
            t('step.kind'),
            <span className="k-mono" key="kind">
              {step.kind}
            </span>,
          ],
          [
            t('step.about'),
            <span className="k-mono" key="about">
              {step.subject === '' ? t('none') : <Path text={step.subject} />}
            </span>,
          ],
          [t('step.at'), instant(step.time)],
          ...valuesOf(step, host),
        ]}
      />
    </section>
  );
}

function valuesOf(step: StepView, host: Host): readonly (readonly [string, ReactElement])[] {
  const own = Object.entries(step.args).filter(([name]) => name !== 'tried');
  return own.flatMap(([name, value]) =>
    value === undefined || value === ''
      ? []
      : [
          [
            host.fact?.(name) ?? name,
            <span className="k-mono" key={name}>
              {String(value)}
            </span>,
          ] as const,
        ],
  );
}

function Values({ step }: { readonly step: StepView }): ReactElement {
  const t = useWords(panelWords);
  const host = useHost();
  return (
    <Section title={t('step.details')} note={step.kind}>
      <Facts
        rows={[
          [t('step.actor'), shortActor(step.actor)],
          [t('step.about'), step.subject || t('none')],
          ...valuesOf(step, host),
        ]}
      />
    </Section>
  );
}

function Writes({ writes }: { readonly writes: StepDetailView['writes'] }): ReactElement {
  const t = useWords(panelWords);
  const sign = { add: '+', remove: '−', change: '~' } as const;
  return (
    <Section title={t('step.wrote')}>
      <ul className="k-list p-cells">
        {writes.map(({ table, key, op }, place) => (
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

function Reads({ reads }: { readonly reads: StepDetailView['reads'] }): ReactElement {
  const t = useWords(panelWords);
  const host = useHost();
  return (
    <Section title={t('step.read')} note={t('step.readNote')}>
      <ul className="k-list p-cells">
        {reads.map(({ table, key, writer }, place) => (
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
