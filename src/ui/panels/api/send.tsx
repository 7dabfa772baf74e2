import { type FormEvent, type ReactElement, useId, useState } from 'react';
import type { RequestInput } from '../../../protocol/run-description.ts';
import { Choice } from '../../widgets/kit/choice.tsx';
import { useHost } from '../../widgets/kit/host.ts';
import { useWords } from '../../widgets/kit/words.ts';
import { EXAMPLES, FORMS, type Form } from './examples.ts';
import { apiWords } from './strings.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const USERS: readonly string[] = ['kubernetes-admin', 'jane', 'anonymous'];
const PATCHES: readonly string[] = [
  'application/strategic-merge-patch+json',
  'application/merge-patch+json',
  'application/json-patch+json',
  'application/apply-patch+yaml',
];

type Method = RequestInput['method'];

/** A request as far as it is written; its path is kept by the panel. */
interface Written {
  readonly method: Method;
  readonly user: string;
  readonly form: Form;
  readonly body: string;
  /** Of a PATCH. */
  readonly contentType: string;
}

const FIRST: Written = {
  method: 'GET',
  user: 'kubernetes-admin',
  form: 'asObjects',
  body: '',
  contentType: PATCHES[0] as string,
};

function inputOf(path: string, { method, user, form, body, contentType }: Written): RequestInput {
  return {
    type: 'request',
    method,
    path: path.startsWith('/') ? path : `/${path}`,
    user,
    ...(form === 'asObjects' ? {} : { accept: FORMS[form] }),
    ...(method !== 'GET' && body !== '' ? { body } : {}),
    ...(method === 'PATCH' ? { contentType } : {}),
  };
}

/** Writes a request and sends it: it becomes an input of the run. */
export function Send(props: {
  readonly path: string;
  readonly onPath: (path: string) => void;
  /** Folded away when what others sent is to be read first. */
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}): ReactElement {
  const t = useWords(apiWords);
  const host = useHost();
  const { path, onPath } = props;
  const [request, setRequest] = useState(FIRST);
  const change = (part: Partial<Written>) => setRequest((before) => ({ ...before, ...part }));
  const [said, setSaid] = useState('');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    props.onOpen(true);
    setSaid('');
    try {
      await host.give(inputOf(path, request));
    } catch (error) {
      setSaid(t('failed', { message: error instanceof Error ? error.message : String(error) }));
    }
  };
  const take = (place: number) => {
    const example = EXAMPLES[place];
    if (example === undefined) return;
    const { method, body = '', contentType } = example;
    change({ method, body, form: 'asObjects', ...(contentType === undefined ? {} : { contentType }) });
    onPath(example.path);
  };
  return (
    <details
      className="k-sec a-fold"
      open={props.open}
      onToggle={({ currentTarget }) => {
        // Also told of what the page itself opens.
        if (currentTarget.open !== props.open) props.onOpen(currentTarget.open);
      }}
    >
      <summary>
        <b>{t('send')}</b> <span className="k-note">{t('sendNote')}</span>
      </summary>
      <form className="a-send" onSubmit={(event) => void send(event)}>
        <Examples onTake={take} />
        <Choice
          label={t('method')}
          value={request.method}
          options={METHODS}
          onChoose={(method) => change({ method: method as Method })}
        />
        <Choice label={t('user')} value={request.user} options={USERS} onChoose={(user) => change({ user })} />
        <Fields path={path} onPath={onPath} request={request} change={change} />
        <button type="submit" className="k-btn">
          {t('go')}
        </button>
        <p role="status" className="a-said">
          {said}
        </p>
      </form>
    </details>
  );
}

function Examples({ onTake }: { readonly onTake: (place: number) => void }): ReactElement {
  const t = useWords(apiWords);
  const id = useId();
  return (
    <label className="a-wide" htmlFor={id}>
      {t('examples')}
      <select id={id} className="k-field" value="" onChange={(event) => onTake(Number(event.currentTarget.value))}>
        <option value="">–</option>
        {EXAMPLES.map((example, place) => (
          <option key={`${example.method} ${example.path}`} value={place}>
            {example.method} {example.path}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What is asked for, and in which form the answer is wanted. */
function Fields(props: {
  readonly path: string;
  readonly onPath: (path: string) => void;
  readonly request: Written;
  readonly change: (part: Partial<Written>) => void;
}): ReactElement {
  const t = useWords(apiWords);
  const id = useId();
  const { path, onPath, request, change } = props;
  return (
    <>
      <label htmlFor={`${id}f`}>
        {t('accept')}
        <select
          id={`${id}f`}
          className="k-field"
          value={request.form}
          onChange={(event) => change({ form: event.currentTarget.value as Form })}
        >
          {Object.keys(FORMS).map((each) => (
            <option key={each} value={each}>
              {t(each as Form)}
            </option>
          ))}
        </select>
      </label>
      <label className="a-wide" htmlFor={`${id}p`}>
        {t('path')}
        <input
          id={`${id}p`}
          className="k-field k-mono"
          spellCheck={false}
          autoCapitalize="off"
          value={path}
          onChange={(event) => onPath(event.currentTarget.value)}
        />
      </label>
      {request.method === 'PATCH' && (
        <Choice
          label={t('contentType')}
          value={request.contentType}
          options={PATCHES}
          onChoose={(contentType) => change({ contentType })}
        />
      )}
      {request.method !== 'GET' && (
        <label className="a-wide" htmlFor={`${id}b`}>
          {t('body')}
          <textarea
            id={`${id}b`}
            className="k-field k-mono"
            rows={4}
            spellCheck={false}
            value={request.body}
            onChange={(event) => change({ body: event.currentTarget.value })}
          />
        </label>
      )}
    </>
  );
}
