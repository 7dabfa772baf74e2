import type { ReactElement } from 'react';
import type { BranchInfo } from '../../protocol/messages.ts';
import { useFrameState, usePage } from '../public.ts';
import { instant } from '../widgets/kit/format.ts';
import { useHost } from '../widgets/kit/host.ts';
import { type Dictionary, useWords } from '../widgets/kit/words.ts';
import { OpensBelow } from '../widgets/line.tsx';
import { branchName } from './branch-name.ts';
import { Icon } from './icons.tsx';
import './branch-picker.css';

const en = {
  branch: 'Branch',
  forkedAt: '{name}, from {time} on',
  compare: 'Compare, name, delete',
  compareBefore: 'Compare with the one before: {name}',
};
const zh: Record<keyof typeof en, string> = {
  branch: '分支',
  forkedAt: '{name}，始于 {time}',
  compare: '比较、命名、删除',
  compareBefore: '与之前的分支比较：{name}',
};
const words: Dictionary<keyof typeof en> = { en, zh };

/** Which branch is looked at, and what came of it that there is another one. */
export function BranchPicker({ branches }: { readonly branches: readonly BranchInfo[] }): ReactElement {
  const t = useWords(words);
  const { language } = useHost();
  const { session, viewer } = usePage();
  const branch = useFrameState((state) => state.frame?.branch);
  const nameOf = (name: string) => branchName(name, language);
  const current = branches.find(({ id }) => id === branch);
  const before = branches.find(({ id }) => id === current?.parent);
  const open = (pair?: { readonly left: number; readonly right: number }) =>
    viewer.setState({ dialog: { type: 'branches', ...(pair === undefined ? {} : { pair }) } });
  const compare = before === undefined ? t('compare') : t('compareBefore', { name: nameOf(before.name) });
  return (
    <>
      <label className="menu branches">
        <Icon name="branch" />
        <span className="unseen">{t('branch')}</span>
        <span className="pick">
          <select
            value={branch}
            onChange={(event) => void session.switchBranch(Number(event.currentTarget.value)).catch(() => undefined)}
          >
            {branches.map((one) => (
              <option key={one.id} value={one.id}>
                {one.forkedTime === undefined
                  ? nameOf(one.name)
                  : t('forkedAt', { name: nameOf(one.name), time: instant(one.forkedTime) })}
              </option>
            ))}
          </select>
          <OpensBelow />
        </span>
      </label>
      <button
        type="button"
        className="menu compare"
        title={compare}
        aria-label={compare}
        onClick={() => open(before && current && { left: before.id, right: current.id })}
      >
        ⇄
      </button>
    </>
  );
}
