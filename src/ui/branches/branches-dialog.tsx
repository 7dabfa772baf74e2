import { type ReactElement, useState } from 'react';
import type { BranchInfo } from '../../protocol/messages.ts';
import { LONGEST_NAME } from '../../protocol/run-description.ts';
import { readRun } from '../../protocol/run-file.ts';
import { askForFiles } from '../editor/disk.ts';
import { useFrameState, usePage } from '../public.ts';
import { branchName } from '../shell/branch-name.ts';
import { Dialog } from '../widgets/kit/dialog.tsx';
import { instant } from '../widgets/kit/format.ts';
import { useHost } from '../widgets/kit/host.ts';
import { Section } from '../widgets/kit/kit.tsx';
import { problemInWords } from '../widgets/kit/run-problem.ts';
import { useWords } from '../widgets/kit/words.ts';
import { SideBySide } from './side-by-side.tsx';
import { branchWords } from './strings.ts';
import './branches.css';

interface Pair {
  readonly left: number;
  readonly right: number;
}

/** All branches, and two of them side by side. */
export function BranchesDialog(props: {
  readonly pair?: Pair | undefined;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(branchWords);
  const branches = useFrameState((state) => state.frame?.branches) ?? [];
  const [pair, setPair] = useState(props.pair);
  const isThere = (id: number) => branches.some((one) => one.id === id);
  const shown = pair !== undefined && isThere(pair.left) && isThere(pair.right) ? pair : undefined;
  return (
    <Dialog title={t(shown === undefined ? 'title' : 'compare')} wide onClose={props.onClose}>
      {shown === undefined ? (
        <List branches={branches} onCompare={setPair} onClose={props.onClose} />
      ) : (
        <SideBySide pair={shown} branches={branches} onPair={setPair} onClose={props.onClose} />
      )}
    </Dialog>
  );
}

function List(props: {
  readonly branches: readonly BranchInfo[];
  readonly onCompare: (pair: Pair) => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(branchWords);
  const { branches } = props;
  const current = useFrameState((state) => state.frame?.branch) ?? 0;
  return (
    <>
      <Section title={t('list')} note={t('listNote')}>
        <ul className="k-list br-list">
          {branches.map((one) => (
            <One key={one.id} one={one} current={current} isLast={branches.length === 1} {...props} />
          ))}
        </ul>
      </Section>
      <Bring current={current} onCompare={props.onCompare} />
    </>
  );
}

function One(props: {
  readonly one: BranchInfo;
  readonly current: number;
  readonly isLast: boolean;
  readonly onCompare: (pair: Pair) => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(branchWords);
  const host = useHost();
  const { session, notebook } = usePage();
  const [lost, setLost] = useState<number>();
  const { one, current } = props;
  const name = branchName(one.name, host.language);
  const isHere = one.id === current;
  const other = isHere ? one.parent : current;
  const pins = notebook?.getState().pins.filter(({ branch }) => branch === one.id).length ?? 0;
  const remove = () => void session.deleteBranch(one.id).catch(() => undefined);
  const ask = async () => {
    const answer = await host.query({ type: 'lost', branch: one.id });
    if (answer.inputs === 0 && pins === 0) remove();
    else setLost(answer.inputs);
  };
  return (
    <li className={isHere ? 'br-one k-now' : 'br-one'}>
      <div className="br-line">
        <Name one={one} name={name} />
        <span className="br-what k-note">
          {isHere && <b>{t('here')} · </b>}
          {originOf(t, one, (each) => branchName(each, host.language))} · {t('steps', { count: one.steps })}
        </span>
        <span className="k-actions">
          {!isHere && (
            <button
              type="button"
              className="k-btn k-small"
              onClick={() => {
                void session.switchBranch(one.id).catch(() => undefined);
                props.onClose();
              }}
            >
              {t('go')}
            </button>
          )}
          {other !== undefined && (
            <button
              type="button"
              className="k-btn k-small"
              title={isHere ? undefined : t('compareWith', { name })}
              onClick={() => props.onCompare(isHere ? { left: other, right: one.id } : { left: one.id, right: other })}
            >
              {t('compare')}
            </button>
          )}
          <button
            type="button"
            className="k-btn k-small k-ghost"
            disabled={props.isLast}
            title={props.isLast ? t('last') : undefined}
            aria-label={t('deleteOf', { name })}
            onClick={() => void ask()}
          >
            {t('delete')}
          </button>
        </span>
      </div>
      {lost !== undefined && (
        <p role="alert" className="br-ask">
          {lost > 0 && t(lost === 1 ? 'lost1' : 'lost', { count: lost })}{' '}
          {pins > 0 && t(pins === 1 ? 'lostPins1' : 'lostPins', { count: pins })} {t('others')}{' '}
          <button type="button" className="k-btn k-small" onClick={remove}>
            {t('really')}
          </button>{' '}
          <button type="button" className="k-btn k-small" onClick={() => setLost(undefined)}>
            {t('keep')}
          </button>
        </p>
      )}
    </li>
  );
}

function originOf(
  t: ReturnType<typeof useWords<keyof typeof branchWords.en>>,
  { parent, parentName, forkedTime }: BranchInfo,
  called: (name: string) => string,
): string {
  if (parentName === undefined) return t('began');
  const args = { name: called(parentName), time: instant(forkedTime ?? 0) };
  return t(parent === undefined ? 'grewDeleted' : 'grew', args);
}

/** What is typed is its name with Enter, or when one goes on elsewhere. */
function Name({ one, name }: { readonly one: BranchInfo; readonly name: string }): ReactElement {
  const t = useWords(branchWords);
  const { session } = usePage();
  const [typed, setTyped] = useState<string>();
  const give = () => {
    if (typed !== undefined && typed.trim() !== name) void session.nameBranch(one.id, typed).catch(() => undefined);
    setTyped(undefined);
  };
  return (
    <input
      className="k-field br-name"
      aria-label={t('name', { name })}
      maxLength={LONGEST_NAME}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? name}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={give}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key !== 'Escape' || typed === undefined) return;
        event.stopPropagation();
        event.preventDefault();
        setTyped(undefined);
      }}
    />
  );
}

/** A run from a file, as one more branch that is held against the one that is looked at. */
function Bring({
  current,
  onCompare,
}: {
  readonly current: number;
  readonly onCompare: (pair: Pair) => void;
}): ReactElement {
  const t = useWords(branchWords);
  const host = useHost();
  const { session } = usePage();
  const [problem, setProblem] = useState('');
  const ask = async () => {
    const [read] = await askForFiles('.json,application/json', false);
    if (read === undefined) return;
    const file = read.name;
    const fail = (message: string) => setProblem(t('bad', { file, message: problemInWords(message, host.language) }));
    if (read.type !== 'text') return fail('not a saved run');
    const found = readRun(read.text);
    if (typeof found === 'string') return fail(found);
    const name = found.run.name ?? file.replace(/(?:\.kubestep)?\.json$/, '').slice(0, LONGEST_NAME);
    try {
      await session.bring({ ...found.run, ...(name.trim() === '' ? {} : { name }) });
      const { frame } = session.frames.getState();
      setProblem('');
      if (frame !== undefined) onCompare({ left: current, right: frame.begun - 1 });
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="k-pad br-bring">
      <button type="button" className="k-btn" onClick={() => void ask()}>
        {t('bring')}
      </button>{' '}
      <span className="k-note">{t('bringNote')}</span>
      <p role="alert" className="k-bad">
        {problem}
      </p>
    </div>
  );
}
