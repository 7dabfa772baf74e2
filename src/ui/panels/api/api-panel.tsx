import './api.css';
import { type ReactElement, useState } from 'react';
import type {
  ApiGroupView,
  ApiResourceView,
  ApiView,
  AuditLineView,
  RawRequestView,
} from '../../../protocol/api-view.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { Empty, Section } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { Breaker } from '../breaker.tsx';
import { Send } from './send.tsx';
import { apiWords } from './strings.ts';

/** The API itself: a request by hand with its answer or stream, the tree of what is served, and who asked what. */
export function ApiPanel({ view }: { readonly view: ApiView }): ReactElement {
  const t = useWords(apiWords);
  const [path, setPath] = useState('/api/v1/namespaces/default/pods');
  const [writes, setWrites] = useState<boolean>();
  return (
    <>
      <section className="k-sec">
        <Breaker input={{ type: 'api-server', state: view.isDown ? 'running' : 'stopped' }}>
          {t(view.isDown ? 'startServer' : 'stopServer')}
        </Breaker>
      </section>
      <Send path={path} onPath={setPath} open={writes ?? view.requests.length === 0} onOpen={setWrites} />
      <Section title={t('answers')} note={t('answersNote')}>
        {view.requests.length === 0 ? (
          <Empty>{t('noAnswer')}</Empty>
        ) : (
          view.requests.map((request) => <Answer key={request.id} request={request} />)
        )}
      </Section>
      <Tree
        groups={view.groups}
        onPath={(chosen) => {
          setPath(chosen);
          setWrites(true);
        }}
      />
      <Section title={t('audit')} note={t('auditNote')}>
        <Audit lines={view.audit} />
      </Section>
    </>
  );
}

function Answer({ request }: { readonly request: RawRequestView }): ReactElement {
  const t = useWords(apiWords);
  const { id, method, path, user, code, contentType, warnings, body, frames, open, now } = request;
  const streams = open || frames.length > 0;
  return (
    <article className="a-answer" aria-label={`${method} ${path}`}>
      <header className={now ? 'k-now' : undefined}>
        <b className="k-mono">
          {method} {path}
        </b>
        <span className="k-soft"> {user}</span>
      </header>
      <p>
        {code === undefined ? t('onTheWay') : <b>{code}</b>} <span className="k-soft">{contentType}</span>
        {streams && ` ${t(open ? 'open' : 'closed')}, ${t('events', { count: frames.length })} `}
        {open && code !== undefined && <Breaker input={{ type: 'hang-up', request: id }}>{t('hangUp')}</Breaker>}
      </p>
      {warnings.map((text) => (
        <p key={text} className="a-warning">
          {t('warning', { text })}
        </p>
      ))}
      {frames.length > 0 && (
        <ol className="a-frames">
          {frames.map((frame, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: events of a stream have no other identity
            <li key={place}>
              <details>
                <summary>
                  <b className={`a-type a-${frame.type.toLowerCase()}`}>{frame.type}</b> <code>{gist(frame.text)}</code>
                </summary>
                <pre>{indented(frame.text)}</pre>
              </details>
            </li>
          ))}
        </ol>
      )}
      {body !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
        <pre className="a-body" tabIndex={0}>
          {body}
        </pre>
      )}
    </article>
  );
}

interface EventObject {
  readonly kind?: string;
  readonly code?: number;
  readonly message?: string;
  readonly metadata?: { readonly name?: string; readonly resourceVersion?: string };
}

/** Which object an event is about, in one line. */
function gist(text: string): string {
  const { kind, code, message, metadata } = (parsed(text) ?? {}) as EventObject;
  const version = metadata?.resourceVersion;
  const parts = [kind, metadata?.name, version === undefined ? undefined : `@${version}`, code, message];
  return parts.filter((part) => part !== undefined).join(' ') || text.slice(0, 80);
}

/** The whole object as it came, spread over lines. */
function indented(text: string): string {
  const object = parsed(text);
  return object === undefined ? text : JSON.stringify(object, undefined, 2);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function Tree(props: {
  readonly groups: readonly ApiGroupView[];
  readonly onPath: (path: string) => void;
}): ReactElement {
  const t = useWords(apiWords);
  const { groups, onPath } = props;
  const count = groups.reduce(
    (sum, group) => sum + group.versions.reduce((inner, { resources }) => inner + resources.length, 0),
    0,
  );
  return (
    <Section title={t('tree')} note={t('treeNote', { count })}>
      <ul className="a-tree">
        {groups.map((group) =>
          group.versions.map((version) => (
            <li key={`${group.name}/${version.name}`}>
              <details open={group.custom}>
                <summary className="k-mono">
                  {rootOf(group.name, version.name)}
                  {group.custom && <i> {t('custom')}</i>}
                </summary>
                <ul>
                  <li>
                    <button type="button" className="k-link" onClick={() => onPath(rootOf(group.name, version.name))}>
                      {t('groupItself')}
                    </button>
                  </li>
                  {version.resources.map((resource) => (
                    <Resource
                      key={resource.name}
                      root={rootOf(group.name, version.name)}
                      resource={resource}
                      onPath={onPath}
                    />
                  ))}
                </ul>
              </details>
            </li>
          )),
        )}
      </ul>
    </Section>
  );
}

function rootOf(group: string, version: string): string {
  return group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
}

function Resource(props: {
  readonly root: string;
  readonly resource: ApiResourceView;
  readonly onPath: (path: string) => void;
}): ReactElement {
  const t = useWords(apiWords);
  const { root, resource, onPath } = props;
  const { name, kind, namespaced, verbs, shortNames, subresources, objects } = resource;
  const path = namespaced ? `${root}/namespaces/default/${name}` : `${root}/${name}`;
  const facts = [
    kind,
    ...shortNames,
    t(namespaced ? 'namespaced' : 'cluster'),
    verbs.join(' '),
    ...(subresources.length === 0 ? [] : [t('below', { names: subresources.join(', ') })]),
    ...(objects === undefined ? [] : [t('objects', { count: objects })]),
  ];
  return (
    <li>
      <button type="button" className="k-link k-mono" onClick={() => onPath(path)}>
        {name}
      </button>{' '}
      <span className="k-soft">{facts.join(' · ')}</span>
    </li>
  );
}

function Audit({ lines }: { readonly lines: readonly AuditLineView[] }): ReactElement {
  const t = useWords(apiWords);
  const host = useHost();
  return (
    <table className="k-table a-audit">
      <thead>
        <tr>
          <th scope="col">{t('code')}</th>
          <th scope="col">{t('verb')}</th>
          <th scope="col">
            {t('what')} · {t('who')}
          </th>
          <th scope="col">{t('took')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.seq} className={line.now ? 'k-now' : undefined}>
            <td className="k-num">{line.code ?? '…'}</td>
            <td>{line.verb}</td>
            {/* Both are long: side by side, each would lose its words letter by letter. */}
            <td>
              <button type="button" className="k-link k-mono" onClick={() => host.seek(line.seq)}>
                {line.uri}
              </button>
              <span className="a-who k-soft">{line.user}</span>
            </td>
            <td className="k-num">{line.micros === undefined ? '' : `${(line.micros / 1000).toFixed(1)} ms`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
