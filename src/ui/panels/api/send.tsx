import { type FormEvent, type ReactElement, useId, useState } from 'react';
import type { RequestInput } from '../../../protocol/run-description.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { Choice } from '../../widgets/kit/kit.tsx';
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
  const id = useId();
  const { path, onPath } = props;
  const [method, setMethod] = useState<Method>('GET');
  const [user, setUser] = useState('kubernetes-admin');
  const [form, setForm] = useState<Form>('asObjects');
  const [body, setBody] = useState('');
  const [patch, setPatch] = useState(PATCHES[0] as string);
  const [said, setSaid] = useState('');
  const hasBody = method !== 'GET';
  const send = async (event: FormEvent) => {
    event.preventDefault();
    props.onOpen(true);
    setSaid('');
    try {
      await host.give({
        type: 'request',
        method,
        path: path.startsWith('/') ? path : `/${path}`,
        user,
        ...(form === 'asObjects' ? {} : { accept: FORMS[form] }),
        ...(hasBody && body !== '' ? { body } : {}),
        ...(method === 'PATCH' ? { contentType: patch } : {}),
      });
    } catch (error) {
      setSaid(t('failed', { message: error instanceof Error ? error.message : String(error) }));
    }
  };
  const take = (place: number) => {
    const example = EXAMPLES[place];
    if (example === undefined) return;
    setMethod(example.method);
    setBody(example.body ?? '');
    setForm('asObjects');
    if (example.contentType !== undefined) setPatch(example.contentType);
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
        <label className="a-wide" htmlFor={`${id}e`}>
          {t('examples')}
          <select
            id={`${id}e`}
            className="k-field"
            value=""
            onChange={(event) => take(Number(event.currentTarget.value))}
          >
            <option value="">–</option>
            {EXAMPLES.map((example, place) => (
              <option key={`${example.method} ${example.path}`} value={place}>
                {example.method} {example.path}
              </option>
            ))}
          </select>
        </label>
        <Choice
          label={t('method')}
          value={method}
          options={METHODS}
          onChoose={(chosen) => setMethod(chosen as Method)}
        />
        <Choice label={t('user')} value={user} options={USERS} onChoose={setUser} />
        <label htmlFor={`${id}f`}>
          {t('accept')}
          <select
            id={`${id}f`}
            className="k-field"
            value={form}
            onChange={(event) => setForm(event.currentTarget.value as Form)}
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
        {method === 'PATCH' && <Choice label={t('contentType')} value={patch} options={PATCHES} onChoose={setPatch} />}
        {hasBody && (
          <label className="a-wide" htmlFor={`${id}b`}>
            {t('body')}
            <textarea
              id={`${id}b`}
              className="k-field k-mono"
              rows={4}
              spellCheck={false}
              value={body}
              onChange={(event) => setBody(event.currentTarget.value)}
            />
          </label>
        )}
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
