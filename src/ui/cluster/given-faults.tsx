import type { ReactElement } from 'react';
import { isFault } from '../../protocol/fault-check.ts';
import type { Frame } from '../../protocol/messages.ts';
import type { Input, RecordedInput } from '../../protocol/run-description.ts';
import type { MarkView } from '../../protocol/views.ts';
import { usePage, useView } from '../public.ts';
import { instant } from '../widgets/kit/format.ts';
import { useHost, useNow } from '../widgets/kit/host.ts';
import { useWords } from '../widgets/kit/words.ts';
import { clusterWords } from './strings.ts';
import { toldFault } from './told-fault.ts';

/** The faults that the run has. */
export function GivenFaults({ onDone }: { readonly onDone: () => void }): ReactElement {
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
