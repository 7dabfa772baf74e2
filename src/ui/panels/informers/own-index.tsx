import { type FormEvent, type ReactElement, useState } from 'react';
import { useHost } from '../../widgets/kit/host.ts';
import { type Dictionary, useWords } from '../../widgets/kit/words.ts';

const en = {
  lookUp: 'look up',
  lookUpLong: 'Look up {index} = {value}',
  title: 'An index of your own',
  name: 'Name',
  path: 'Path',
  nameHint: 'byPhase',
  pathHint: "status.phase, metadata.labels['app']",
  add: 'Add',
};
const zh: Record<keyof typeof en, string> = {
  lookUp: '查询',
  lookUpLong: '查询 {index} = {value}',
  title: '定义自己的索引',
  name: '名称',
  path: '路径',
  nameHint: 'byPhase',
  pathHint: "status.phase、metadata.labels['app']",
  add: '添加',
};
const words: Dictionary<keyof typeof en> = { en, zh };

/** Asks the cache for the objects of one value. */
export function LookUp(props: {
  readonly informer: string;
  readonly index: string;
  readonly value: string;
}): ReactElement | null {
  const t = useWords(words);
  const host = useHost();
  const { informer, index, value } = props;
  return (
    <button
      type="button"
      className="k-link k-weak p-look-up"
      aria-label={t('lookUpLong', { index, value })}
      onClick={() => void host.give({ type: 'look-up', informer, index, value }).catch(() => undefined)}
    >
      {t('lookUp')}
    </button>
  );
}

/** A name and a path in the objects: the store keeps a set for every value from now on. */
export function NewIndex({ informer }: { readonly informer: string }): ReactElement {
  const t = useWords(words);
  const host = useHost();
  const [name, setName] = useState('');
  const [path, setPath] = useState('');
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() === '' || path.trim() === '') return;
    const input = { type: 'index', informer, index: name.trim(), path: path.trim() } as const;
    void host.give(input).then(
      () => setName(''),
      () => undefined,
    );
  };
  return (
    <form className="k-sec p-own-index" onSubmit={add}>
      <b>{t('title')}</b>
      <input
        className="k-field k-mono"
        aria-label={t('name')}
        placeholder={t('nameHint')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <input
        className="k-field k-mono"
        aria-label={t('path')}
        placeholder={t('pathHint')}
        value={path}
        onChange={(event) => setPath(event.target.value)}
      />
      <button type="submit" className="k-btn k-small" disabled={name.trim() === '' || path.trim() === ''}>
        {t('add')}
      </button>
    </form>
  );
}
