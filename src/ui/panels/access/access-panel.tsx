import { type FormEvent, type ReactElement, useState } from 'react';
import type { AccessRow, AccessStage, AccessView } from '../../../protocol/access-view.ts';
import { Diff } from '../../widgets/kit/diff.tsx';
import { useHost } from '../../widgets/kit/host.ts';
import { Empty, Path, Section } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import './access.css';
import { type AccessKey, accessWords } from './strings.ts';
import { Switches } from './switches.tsx';

/** The way of a request past everybody who may refuse it, each with its answer, and who else may do the same. */
export function AccessPanel({ view }: { readonly view: AccessView }): ReactElement {
  const t = useWords(accessWords);
  const { request } = view;
  return (
    <>
      {request === undefined ? (
        <div className="k-pad">
          <Empty>{t('none')}</Empty>
        </div>
      ) : (
        <>
          <section className="k-sec">
            <h3 className="p-request">
              <b>{request.method}</b> <Path text={request.path} />
              {request.code !== undefined && (
                <b className={request.code >= 400 ? 'k-bad' : undefined}>{request.code}</b>
              )}
            </h3>
            {view.isEarlier && <p className="k-note">{t('earlier')}</p>}
          </section>
          {view.stages.map((stage) => (
            <Stage key={stage.id} stage={stage} answered={request.code !== undefined} />
          ))}
        </>
      )}
      <WhoMay view={view} />
    </>
  );
}

const NOTES: { readonly [id in AccessStage['id']]?: AccessKey } = {
  authentication: 'authenticationNote',
  authorization: 'authorizationNote',
  mutating: 'mutatingNote',
  validating: 'validatingNote',
};
/** Shown only when there is something to show. */
const OCCASIONAL: ReadonlySet<AccessStage['id']> = new Set(['impersonation', 'storage']);

function Stage(props: { readonly stage: AccessStage; readonly answered: boolean }): ReactElement | undefined {
  const { stage, answered } = props;
  const t = useWords(accessWords);
  if (stage.rows.length === 0 && OCCASIONAL.has(stage.id)) return undefined;
  const note = NOTES[stage.id];
  const folded = stage.id === 'mutating' || stage.id === 'validating';
  const quiet = folded ? stage.rows.filter(({ answer, text }) => answer === 'passed' && text === '') : [];
  const told = stage.rows.filter((row) => !quiet.includes(row));
  return (
    <Section title={t(stage.id)} note={note === undefined ? undefined : t(note)}>
      {stage.rows.length === 0 && <Empty>{t(answered ? 'skipped' : 'ahead')}</Empty>}
      {told.length > 0 && (
        <ol className="a-rows">
          {told.map((row) => (
            <Row key={`${row.seq} ${row.name}`} row={row} authorizes={stage.id === 'authorization'} />
          ))}
        </ol>
      )}
      <Switches stage={stage} />
      {quiet.length > 0 && (
        <p className="k-soft a-quiet">
          {t(stage.id === 'mutating' ? 'unchanged' : 'agreed', { plugins: quiet.map(({ name }) => name).join(', ') })}
        </p>
      )}
    </Section>
  );
}

const SIGNS: { readonly [answer in AccessRow['answer']]: string } = {
  silent: '·',
  yes: '✓',
  no: '✕',
  changed: '~',
  passed: '✓',
};

function Row({ row, authorizes }: { readonly row: AccessRow; readonly authorizes: boolean }): ReactElement {
  const t = useWords(accessWords);
  const host = useHost();
  const said = row.answer === 'silent' && authorizes ? t('noOpinion') : t(row.answer);
  return (
    <li className={`a-row a-${row.answer}${row.now ? ' k-now' : ''}`}>
      <button type="button" title={t('goTo')} onClick={() => host.seek(row.seq)}>
        <span className="a-sign" aria-hidden="true">
          {SIGNS[row.answer]}
        </span>
        <b>{row.name === 'privileged groups' ? t('privileged') : row.name}</b>
        <span className="a-said">{said}</span>
      </button>
      {row.text !== '' && <p className="a-text">{row.text}</p>}
      {row.diff.length > 0 && <Diff lines={row.diff} />}
    </li>
  );
}

function WhoMay({ view }: { readonly view: AccessView }): ReactElement {
  const t = useWords(accessWords);
  const host = useHost();
  const { verb, resource, namespace } = view.asked;
  const asked = [verb, resource, namespace].join(' ').trim();
  const [typed, type] = useState<string>();
  const ask = (event: FormEvent): void => {
    event.preventDefault();
    if (typed !== undefined && typed.trim() !== '') host.look({ access: typed.trim() });
  };
  return (
    <Section
      title={t('may')}
      note={t('mayNote')}
      actions={
        host.looking.access === undefined ? undefined : (
          <button
            type="button"
            className="k-btn k-small"
            onClick={() => {
              type(undefined);
              host.look({ access: undefined });
            }}
          >
            {t('follow')}
          </button>
        )
      }
    >
      <form className="p-chooser" onSubmit={ask}>
        <input
          className="k-field k-mono"
          aria-label={t('ask')}
          placeholder={t('askHint')}
          value={typed ?? asked}
          onChange={(event) => type(event.target.value)}
          onBlur={ask}
          spellCheck={false}
          autoComplete="off"
        />
      </form>
      {view.granted.length === 0 ? (
        <Empty>{t('nobody')}</Empty>
      ) : (
        <div className="a-scroll">
          <table className="a-granted">
            <thead>
              <tr>
                <th scope="col">{t('who')}</th>
                <th scope="col">{t('through')}</th>
              </tr>
            </thead>
            <tbody>
              {view.granted.map((grant) => (
                <tr key={`${grant.subject} ${grant.binding}`}>
                  <td>{grant.subject}</td>
                  <td>
                    <button
                      type="button"
                      className="a-link"
                      onClick={() => host.look({ panel: 'object', subject: grant.bindingSubject })}
                    >
                      {grant.binding}
                    </button>{' '}
                    <span className="k-soft">{grant.role}</span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="k-soft a-quiet">{t('beside')}</p>
    </Section>
  );
}
