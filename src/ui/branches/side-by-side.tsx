import { Fragment, type KeyboardEvent, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import {
  asTold,
  type ComparedRow,
  type Comparison,
  type DifferentObject,
  firstDifference,
} from '../../protocol/compare-view.ts';
import type { BranchInfo } from '../../protocol/messages.ts';
import type { StepView } from '../../protocol/step-view.ts';
import { usePage } from '../public.ts';
import { branchName } from '../shell/branch-name.ts';
import { shortActor } from '../widgets/kit/actors.ts';
import { useAsk } from '../widgets/kit/ask.ts';
import { instant } from '../widgets/kit/format.ts';
import { useHost } from '../widgets/kit/host.ts';
import { Bullet, Rich, Section } from '../widgets/kit/kit.tsx';
import { useWords } from '../widgets/kit/words.ts';
import { blocksOf } from './blocks.ts';
import { branchWords } from './strings.ts';

type Side = 'left' | 'right';
type Pair = Readonly<Record<Side, number>>;
const SIDES: readonly Side[] = ['left', 'right'];

/** Two branches, beat by beat on the same lines, and what is otherwise at their ends. */
export function SideBySide(props: {
  readonly pair: Pair;
  readonly branches: readonly BranchInfo[];
  readonly onPair: (pair: Pair | undefined) => void;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(branchWords);
  const host = useHost();
  const { pair, branches } = props;
  const asked = `${pair.left} ${pair.right}`;
  const answer = useAsk(asked, async () => {
    const { comparison } = await host.query({ type: 'compare', ...pair });
    return { asked, comparison };
  });
  // Until another pair is compared nothing is said of it.
  const isAsking = answer.state === 'asking' || (answer.state === 'answered' && answer.value.asked !== asked);
  const nameOf = (id: number) => branchName(branches.find((one) => one.id === id)?.name ?? '', host.language);
  const names = { left: nameOf(pair.left), right: nameOf(pair.right) };
  return (
    <>
      <div className="k-pad br-pair">
        {SIDES.map((side) => (
          <Fragment key={side}>
            <label>
              {t(side)}{' '}
              <select
                className="k-field"
                value={pair[side]}
                onChange={(event) => props.onPair({ ...pair, [side]: Number(event.currentTarget.value) })}
              >
                {branches.map((one) => (
                  <option key={one.id} value={one.id}>
                    {branchName(one.name, host.language)}
                  </option>
                ))}
              </select>
            </label>
            {side === 'left' && (
              <button
                type="button"
                className="k-btn k-small"
                aria-label={t('swap')}
                title={t('swap')}
                onClick={() => props.onPair({ left: pair.right, right: pair.left })}
              >
                ⇄
              </button>
            )}
          </Fragment>
        ))}
        <span className="k-actions">
          <button type="button" className="k-btn k-small" onClick={() => props.onPair(undefined)}>
            {t('back')}
          </button>
        </span>
      </div>
      {isAsking && <p className="k-empty k-pad">{t('asking')}</p>}
      {answer.state === 'failed' && <p className="k-bad k-pad">{t('failed', { message: answer.message })}</p>}
      {answer.state === 'answered' && !isAsking && (
        <Compared key={asked} comparison={answer.value.comparison} pair={pair} names={names} onClose={props.onClose} />
      )}
    </>
  );
}

function Compared(props: {
  readonly comparison: Comparison;
  readonly pair: Pair;
  readonly names: Readonly<Record<Side, string>>;
  readonly onClose: () => void;
}): ReactElement {
  const t = useWords(branchWords);
  const host = useHost();
  const { session } = usePage();
  const { comparison, pair, names } = props;
  const rows = useMemo(() => asTold(comparison.rows, (step) => host.sentence(step)), [comparison, host]);
  const first = firstDifference(rows);
  const count = (how: ComparedRow['how'], side: Side) =>
    rows.filter((row) => row.how === how && row[side] !== undefined).length;
  const go = async (side: Side, { seq }: StepView) => {
    props.onClose();
    await session.switchBranch(pair[side]).catch(() => undefined);
    host.seek(seq);
  };
  return (
    <>
      <p className="k-pad br-said" role="status">
        {first < 0
          ? t('equal')
          : t('counts', {
              same: count('same', 'left') + count('alike', 'left'),
              other: count('otherwise', 'left'),
              left: count('only', 'left') + count('moved', 'left'),
              right: count('only', 'right') + count('moved', 'right'),
            })}
        {SIDES.map((side) => !comparison[side].isAtRest && ` ${t('unfinished', { name: names[side] })}`)}
      </p>
      <Rows rows={rows} first={first} names={names} go={go} />
      <Ends comparison={comparison} names={names} />
    </>
  );
}

function Rows(props: {
  readonly rows: readonly ComparedRow[];
  readonly first: number;
  readonly names: Readonly<Record<Side, string>>;
  readonly go: (side: Side, step: StepView) => Promise<void>;
}): ReactElement {
  const t = useWords(branchWords);
  const { rows, first, names, go } = props;
  const list = useRef<HTMLOListElement>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  const [at, setAt] = useState(Math.max(0, first));
  const blocks = blocksOf(rows, unfolded);
  const cells = (row: number) => [...(list.current?.querySelectorAll<HTMLElement>(`[data-row="${row}"] button`) ?? [])];
  // The page opens where the stories part.
  useEffect(() => {
    list.current?.querySelector('.br-parts')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const turnTo = (row: number, side: Side) => {
    setAt(row);
    const buttons = cells(row);
    (buttons.find((each) => each.dataset.side === side) ?? buttons[0])?.focus();
  };
  const shown = blocks.flatMap((block) => ('rows' in block ? block.rows : []));
  const differing = shown.filter((row) => rows[row]?.how !== 'same' && rows[row]?.how !== 'alike');
  const onKeyDown = (event: KeyboardEvent) => {
    const side = (event.target as HTMLElement).dataset.side === 'right' ? 'right' : 'left';
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      const next = shown[shown.indexOf(at) + by];
      if (next !== undefined) turnTo(next, side);
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
      turnTo(at, event.key === 'ArrowLeft' ? 'left' : 'right');
    else return;
    event.preventDefault();
  };
  const toDifference = (by: 1 | -1) => {
    const next = by > 0 ? differing.find((row) => row > at) : differing.findLast((row) => row < at);
    if (next !== undefined) turnTo(next, rows[next]?.left === undefined ? 'right' : 'left');
  };
  return (
    <div>
      <div className="br-tools">
        <button type="button" className="k-btn k-small" disabled={first < 0} onClick={() => toDifference(-1)}>
          {t('previous')}
        </button>
        <button type="button" className="k-btn k-small" disabled={first < 0} onClick={() => toDifference(1)}>
          {t('next')}
        </button>
        <span className="k-note">{t('keys')}</span>
      </div>
      <div className="br-heads" aria-hidden="true">
        <b>{names.left}</b>
        <b>{names.right}</b>
      </div>
      <ol ref={list} className="br-rows" onKeyDown={onKeyDown}>
        {blocks.map((block) =>
          'folded' in block ? (
            <li key={`fold ${block.from}`} className="br-fold">
              <button type="button" className="k-link" onClick={() => setUnfolded(new Set([...unfolded, block.from]))}>
                {t(block.folded === 1 ? 'fold1' : 'fold', { count: block.folded })}
              </button>
            </li>
          ) : (
            block.rows.map((row) => (
              <Fragment key={row}>
                {row === first && (
                  <li className="br-parts" aria-label={t('parts')}>
                    <span>{t('parts')}</span>
                  </li>
                )}
                <Row
                  row={rows[row] as ComparedRow}
                  place={row}
                  isAt={row === at}
                  names={names}
                  onFocus={() => setAt(row)}
                  go={go}
                />
              </Fragment>
            ))
          ),
        )}
      </ol>
    </div>
  );
}

function Row(props: {
  readonly row: ComparedRow;
  readonly place: number;
  readonly isAt: boolean;
  readonly names: Readonly<Record<Side, string>>;
  readonly onFocus: () => void;
  readonly go: (side: Side, step: StepView) => Promise<void>;
}): ReactElement {
  const t = useWords(branchWords);
  const host = useHost();
  const { row, isAt, names } = props;
  return (
    <li className={`br-row br-${row.how}${isAt ? ' br-at' : ''}`} data-row={props.place}>
      {SIDES.map((side) => {
        const step = row[side];
        if (step === undefined)
          return (
            <span key={side} className="br-cell br-empty">
              <span className="k-sr">{t('nothing')}</span>
            </span>
          );
        return (
          <button
            key={side}
            type="button"
            className="br-cell"
            data-side={side}
            tabIndex={isAt ? 0 : -1}
            title={t('goTo', { name: names[side] })}
            onFocus={props.onFocus}
            onClick={() => void props.go(side, step)}
          >
            <span>
              <Rich text={host.sentence(step)} />
            </span>
            <span className="br-meta">
              <Bullet actor={step.actor} /> {shortActor(step.actor)} · {instant(step.time)}
              {row.how === 'moved' && <> · {t('moved')}</>}
            </span>
          </button>
        );
      })}
    </li>
  );
}

function Ends({
  comparison,
  names,
}: {
  readonly comparison: Comparison;
  readonly names: Readonly<Record<Side, string>>;
}): ReactElement {
  const t = useWords(branchWords);
  const { objects, more, asides } = comparison;
  return (
    <Section
      title={t('ends')}
      note={t(asides > 1 ? 'endsNote' : asides === 1 ? 'endsNote1' : 'endsNote0', { count: asides })}
    >
      {objects.length === 0 ? (
        <p className="k-empty">{t('endsEqual')}</p>
      ) : (
        <table className="k-table br-ends">
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{names.left}</th>
              <th scope="col">{names.right}</th>
            </tr>
          </thead>
          {objects.map((object) => (
            <ObjectEnds key={object.subject} object={object} />
          ))}
        </table>
      )}
      {more > 0 && <p className="k-note">{t('moreObjects', { count: more })}</p>}
    </Section>
  );
}

function ObjectEnds({ object }: { readonly object: DifferentObject }): ReactElement {
  const t = useWords(branchWords);
  const { kind, namespace, name, otherSubject, only, fields, more } = object;
  const title = [kind, namespace, name].filter((word) => word !== '').join(' / ');
  return (
    <tbody>
      <tr className="br-object">
        <th scope="rowgroup" colSpan={3}>
          {title}
          {otherSubject !== undefined && <> ↔ {otherSubject.slice(otherSubject.lastIndexOf('/') + 1)}</>}
          {only !== undefined && <span className="k-chip">{t(only === 'left' ? 'onlyLeft' : 'onlyRight')}</span>}
        </th>
      </tr>
      {fields.map(({ path, left, right }) => (
        <tr key={path}>
          <td className="k-mono">{path}</td>
          <td className="k-mono">{left ?? <span className="k-weak">{t('none')}</span>}</td>
          <td className="k-mono">{right ?? <span className="k-weak">{t('none')}</span>}</td>
        </tr>
      ))}
      {more > 0 && (
        <tr>
          <td colSpan={3}>{t('moreFields', { count: more })}</td>
        </tr>
      )}
    </tbody>
  );
}
