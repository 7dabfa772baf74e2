import './network.css';
import { type ReactElement, useState } from 'react';
import type { Grain } from '../../../protocol/messages.ts';
import type { NetworkView, WalkedChain, WalkedRule, WalkStop, WalkView } from '../../../protocol/network-view.ts';
import { useHost } from '../../widgets/kit/host.ts';
import { Empty } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { CloseUpFrame } from '../close-up-frame.tsx';
import { Compare } from './compare.tsx';
import { type PlacedStop, placeStops, staircase } from './layout.ts';
import { ruleInRow, ruleInWords } from './rule-words.ts';
import { type NetworkKey, networkWords } from './strings.ts';

const WIDTH = 760;
const MOST_STOPS = 9;

/** One packet in place of the map: its way as a line of stops, the chains of the hook that it is in as a staircase. */
export function NetworkCloseUp(props: {
  readonly view: NetworkView | undefined;
  readonly onBack?: (() => void) | undefined;
  /** How finely one steps: rules are details. */
  readonly grain?: Grain;
  readonly onGrain?: (grain: Grain) => void;
}): ReactElement {
  const t = useWords(networkWords);
  const { view, onBack, grain, onGrain } = props;
  const walk = view?.walk;
  const compares = useHost().looking.service !== undefined;
  return (
    <CloseUpFrame
      of="proxy"
      sign={walk === undefined ? (view?.node ?? '') : signOf(walk, t)}
      subtitle={t('subtitle', { mode: t(`mode.${view?.mode ?? 'iptables'}` as NetworkKey) })}
      onBack={onBack}
    >
      <div className="n-tabs">
        <Tabs compares={compares} />
        {!compares && onGrain !== undefined && (
          <label className="n-each">
            <input
              type="checkbox"
              checked={grain === 'detail'}
              onChange={({ target }) => onGrain(target.checked ? 'detail' : 'step')}
            />{' '}
            {t('eachRule')}
          </label>
        )}
      </div>
      {compares && view !== undefined ? (
        <Compare view={view} />
      ) : walk === undefined ? (
        <Empty>{t('noWalk')}</Empty>
      ) : (
        <>
          <Route stops={walk.stops} />
          <Chains walk={walk} />
        </>
      )}
    </CloseUpFrame>
  );
}

type Words = (key: NetworkKey, args?: Readonly<Record<string, string>>) => string;

/** Where the packet is: at a hook of a node, or with whoever sends or gets it. */
function signOf({ node, hook, stops }: WalkView, t: Words): string {
  const now = stops.find(({ state }) => state === 'now');
  if (now?.kind === 'device') return t('title', { node: now.host, hook: now.name });
  if (node === undefined || hook === '' || now?.kind === 'host') return now?.name ?? node ?? '';
  return t('title', { node, hook });
}

/** Stops are called by the kernel's words, except those that it has no word for. */
function stopWord(text: string, t: Words): string {
  return text === 'routing' || text === 'lost' || text === 'local' ? t(`stop.${text}`) : text;
}

function Tabs({ compares }: { readonly compares: boolean }): ReactElement {
  const t = useWords(networkWords);
  const host = useHost();
  return (
    <>
      <button
        type="button"
        className="k-btn k-small"
        aria-pressed={!compares}
        onClick={() => host.look({ service: undefined, closeUp: 'network' })}
      >
        {t('packetTab')}
      </button>
      <button
        type="button"
        className="k-btn k-small"
        aria-pressed={compares}
        onClick={() => host.look({ service: host.looking.service ?? '', closeUp: 'network' })}
      >
        {t('compareTab')}
      </button>
    </>
  );
}

/** Where the packet was and will be; what lies ahead is grey. */
function Route({ stops }: { readonly stops: readonly WalkStop[] }): ReactElement {
  const t = useWords(networkWords);
  const placed = placeStops(stops, WIDTH, MOST_STOPS);
  const now = placed.find(({ state }) => state === 'now');
  const [first] = placed;
  const last = placed.at(-1);
  return (
    <section className="n-route" aria-label={t('route')}>
      <svg width={WIDTH} height={78} viewBox={`0 0 ${WIDTH} 78`} aria-hidden="true">
        {first !== undefined && last !== undefined && (
          <line x1={first.x} x2={last.x} y1={40} y2={40} stroke="var(--quiet)" strokeWidth={3} />
        )}
        {first !== undefined && now !== undefined && (
          <line x1={first.x} x2={now.x} y1={40} y2={40} stroke="var(--ink)" strokeWidth={5} />
        )}
        {placed.map((stop) => (
          <Stop key={stop.seq} stop={stop} />
        ))}
      </svg>
      <ol className="k-sr">
        {placed.map(({ seq, name, note, host, state }) => (
          <li key={seq} aria-current={state === 'now' ? 'step' : undefined}>
            {`${stopWord(name, t)} ${stopWord(note, t)} (${host})`}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Stop({ stop }: { readonly stop: PlacedStop }): ReactElement {
  const t = useWords(networkWords);
  const { x, name, note, host, state } = stop;
  return (
    <g>
      <text x={x} y={22} className={`n-${state}`}>
        {clip(stopWord(name, t))}
      </text>
      <circle cx={x} cy={40} r={state === 'now' ? 9 : 6.5} className={`n-dot n-dot-${state}`} />
      <text x={x} y={64} className="n-note">
        {clip(note === '' ? host : stopWord(note, t))}
      </text>
    </g>
  );
}

function clip(text: string): string {
  return text.length > 15 ? `${text.slice(0, 6)}…${text.slice(-7)}` : text;
}

function Chains({ walk }: { readonly walk: WalkView }): ReactElement {
  const t = useWords(networkWords);
  const { language } = useHost();
  const [chosen, setChosen] = useState<WalkedRule>();
  const stair = staircase(walk.chains);
  const inWords = chosen?.full ?? walk.rule;
  if (walk.chains.length === 0) return <Empty>{t('noChains')}</Empty>;
  return (
    <section aria-label={t('walked')}>
      {walk.decidedOn !== undefined ? (
        <p className="k-soft n-before">{t('decided', { earlier: walk.chainsAt, host: walk.decidedOn })}</p>
      ) : (
        walk.chainsAt !== walk.hook && (
          <p className="k-soft n-before">{t('earlier', { hook: walk.hook, earlier: walk.chainsAt })}</p>
        )
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <div className="k-scroll" tabIndex={0}>
        <div className="n-cols" style={{ paddingInlineStart: stair.width + 8 }}>
          <span>{t('colCount')}</span>
          <span>{t('colRule')}</span>
          <span>{t(walk.decidedOn === undefined ? 'colVerdict' : 'colEarlier')}</span>
        </div>
        <div className="n-chains" style={{ paddingInlineStart: stair.width + 4 }}>
          <svg className="n-stair" width={stair.width} height={stair.height} aria-hidden="true">
            <path d={stair.d} />
            {stair.marks.map(({ key, x, y, kind }) => (
              <circle
                key={key}
                cx={x}
                cy={y}
                r={kind === 'now' ? 7 : kind === 'chain' ? 5.5 : kind === 'hit' ? 4 : 2.5}
                className={`n-dot n-dot-${kind === 'now' ? 'now' : 'passed'}`}
              />
            ))}
          </svg>
          {walk.chains.map((chain, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a packet may come to the same chain twice
            <Chain key={place} chain={chain} chosen={chosen} onChoose={setChosen} />
          ))}
        </div>
      </div>
      {/* Rules that pass by with the steps say nothing of themselves: the step is said already. */}
      <p className="n-words" aria-live={chosen === undefined ? 'off' : 'polite'}>
        {inWords === undefined ? t('noRule') : ruleInWords(inWords, t, language === 'zh' ? '、' : ', ')}
        {inWords !== undefined && <code>{inWords}</code>}
      </p>
    </section>
  );
}

function Chain(props: {
  readonly chain: WalkedChain;
  readonly chosen: WalkedRule | undefined;
  readonly onChoose: (rule: WalkedRule) => void;
}): ReactElement {
  const t = useWords(networkWords);
  const { chain, chosen, onChoose } = props;
  const { table, name, builtIn, total } = chain;
  return (
    <>
      <h4 className="n-chain">
        {name}
        <span>{builtIn ? t('builtIn', { table }) : t('rulesOf', { table, count: total })}</span>
      </h4>
      {chain.rules.map((rule) => (
        <Rule key={rule.number} rule={rule} chosen={chosen?.full === rule.full} onChoose={onChoose} />
      ))}
      {chain.folded > 0 && <p className="n-folded">{t('folded', { count: chain.folded })}</p>}
    </>
  );
}

function Rule(props: {
  readonly rule: WalkedRule;
  readonly chosen: boolean;
  readonly onChoose: (rule: WalkedRule) => void;
}): ReactElement {
  const t = useWords(networkWords);
  const host = useHost();
  const { rule, chosen, onChoose } = props;
  const { verdict, now, seq } = rule;
  const { condition, target } = ruleInRow(rule.text);
  return (
    <>
      {rule.folded > 0 && <p className="n-folded">{t('folded', { count: rule.folded })}</p>}
      <button
        type="button"
        className={`n-rule${verdict === 'hit' ? ' n-hit' : ''}${now ? ' n-here' : ''}`}
        aria-pressed={chosen}
        aria-current={now ? 'step' : undefined}
        title={rule.full}
        onPointerEnter={() => onChoose(rule)}
        onFocus={() => onChoose(rule)}
        onClick={() => (seq === undefined ? onChoose(rule) : host.seek(seq))}
      >
        <span>{rule.packets === undefined ? '' : `[${rule.packets}:${rule.bytes}]`}</span>
        <span className="n-text">
          <span>{condition}</span>
          <span>{target}</span>
        </span>
        <span className="n-verdict">
          <span aria-hidden="true">{SIGNS[verdict]} </span>
          {verdictText(rule, t(verdict), host.language === 'zh' ? '，' : ', ')}
        </span>
      </button>
    </>
  );
}

const SIGNS = { hit: '✓', miss: '✕', ahead: '–' } as const;

function verdictText({ why, seen }: WalkedRule, word: string, joint: string): string {
  return why === '' || why === 'always' ? word : word + joint + seen;
}
