import { type ReactElement, type RefObject, useId, useLayoutEffect } from 'react';
import { en } from '../../../narration/parts/en.ts';
import type { PartText } from '../../../narration/parts/part-words.ts';
import { zh } from '../../../narration/parts/zh.ts';
import { asksTheSame, withToggled } from '../../../protocol/breakpoint.ts';
import { type Part, partId, readPart } from '../../../protocol/part-view.ts';
import type { StageView } from '../../../protocol/views.ts';
import type { Narrator } from '../../narration/narrator.ts';
import { useSubscription, useView } from '../../public.ts';
import { shortActor } from '../../widgets/kit/actors.ts';
import { type Host, type Language, useHost } from '../../widgets/kit/host.ts';
import { Bullet } from '../../widgets/kit/kit.tsx';
import { useWords } from '../../widgets/kit/words.ts';
import { lanesOf } from '../lanes.ts';
import type { Opened, Place } from './opened.ts';
import { nowOf, subjectOf } from './part-now.ts';
import { lookAt, stopOf, tableOf, wordsOf } from './part-places.ts';
import { type PartTextKey, partStrings } from './strings.ts';

const WORDS = { en, zh };

interface Props {
  readonly card: RefObject<HTMLElement | null>;
  readonly opened: Opened;
  readonly box: RefObject<HTMLElement | null>;
  readonly narrator: Narrator;
  readonly onClose: () => void;
}

/** What a part of the map is, what passes there now, its table, and a breakpoint for it. */
export function PartCard({ card, opened, box, narrator, onClose }: Props): ReactElement | null {
  const t = useWords(partStrings);
  const host = useHost();
  const id = useId();
  const view = useView('stage');
  const part = readPart(opened.id);
  useSubscription('part', { name: partId(part) });
  useLayoutEffect(() => {
    if (card.current !== null && box.current !== null) stand(card.current, box.current, opened.at);
  });
  if (view === undefined) return null;
  const text = textOf(part, view, host.language);
  const subject = subjectOf(part, view);
  const actor = part.sort === 'actor' || part.sort === 'request' || part.sort === 'event' ? part.of : undefined;
  return (
    <section className="part-card" ref={card} role="dialog" aria-labelledby={id}>
      <h3 id={id}>
        {actor !== undefined && <Bullet actor={actor} />} {text.name}
      </h3>
      <button type="button" className="part-close" aria-label={t('close')} onClick={onClose}>
        ✕
      </button>
      <p>{text.says.join(host.language === 'zh' ? '' : ' ')}</p>
      <Now part={part} view={view} narrator={narrator} />
      <Others part={part} view={view} onLook={(one) => host.look(one)} />
      <Ways part={part} subject={subject} host={host} />
    </section>
  );
}

function textOf(part: Part, view: StageView, language: Language): PartText {
  const { places, actors } = WORDS[language];
  const words = wordsOf(part);
  const text = 'place' in words ? places[words.place] : actors[words.actor];
  const slash = part.of.indexOf('/');
  const name = part.sort === 'line' ? laneName(part.of, view, language) : part.of.slice(part.of.lastIndexOf('/') + 1);
  return { ...text, name: text.name.replace('{name}', name).replace('{node}', part.of.slice(slash + 1)) };
}

function laneName(lane: string, view: StageView, language: Language): string {
  const { actors } = WORDS[language];
  if (lane === 'kubelet') return language === 'zh' ? '各 kubelet' : 'the kubelets';
  if (lane === 'proxy') return language === 'zh' ? '各 kube-proxy' : 'the kube-proxies';
  if (lane === 'you') return 'kubectl';
  const words = wordsOf({ sort: 'actor', of: lane });
  const known = 'actor' in words && words.actor !== 'program' ? actors[words.actor].name : shortActor(lane);
  return view.lines.some(({ actor }) => actor === lane) && language === 'en' ? `the ${known}` : known;
}

function Now({
  part,
  view,
  narrator,
}: {
  readonly part: Part;
  readonly view: StageView;
  readonly narrator: Narrator;
}): ReactElement {
  const t = useWords(partStrings);
  const host = useHost();
  const answer = useView('part');
  const known = answer?.id === partId(part) ? answer : undefined;
  return (
    <>
      <h4>{t('now')}</h4>
      <ul className="part-now">
        {nowOf(part, view, known, narrator, t).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {known !== undefined && known.requests.length > 0 && (
        <>
          <h4>{t(part.sort === 'actor' ? 'sent' : 'before')}</h4>
          <ul className="part-passed">
            {known.requests.map(({ seq, method, resource, actor, code, verdict, refused }) => (
              <li key={seq}>
                <button type="button" onClick={() => host.seek(seq)}>
                  <Bullet actor={actor} /> {method} {resource}
                  <span className={refused ? 'k-bad' : 'k2'}>
                    {' '}
                    {verdict === undefined ? (code ?? '…') : narrator.phrase(verdict)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** Who shares the last line: each by its name. */
function Others({
  part,
  view,
  onLook,
}: {
  readonly part: Part;
  readonly view: StageView;
  readonly onLook: (at: { readonly panel: string }) => void;
}): ReactElement | null {
  if (part.sort !== 'line' || part.of !== 'others') return null;
  const lines = lanesOf(view.lines).find(({ id }) => id === 'others')?.lines ?? [];
  return (
    <ul className="part-passed">
      {lines.map(({ actor }) => (
        <li key={actor}>
          <button type="button" onClick={() => onLook({ panel: 'queues' })}>
            <Bullet actor={actor} /> {shortActor(actor)}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Its table, or why there is none; and the breakpoint of the place. */
function Ways({
  part,
  subject,
  host,
}: {
  readonly part: Part;
  readonly subject: string | undefined;
  readonly host: Host;
}): ReactElement {
  const t = useWords(partStrings);
  const table = tableOf(part);
  const stop = stopOf(part, subject);
  const set = stop === undefined ? undefined : host.breakpoints.find((one) => asksTheSame(one, stop));
  return (
    <div className="part-ways">
      {'none' in table ? (
        <p className="k2">{t(table.none)}</p>
      ) : (
        <button type="button" className="k-btn k-small" onClick={() => host.look(lookAt(part, table.panel, subject))}>
          {t('table', { panel: t(`panel.${table.panel}` as PartTextKey) })}
        </button>
      )}
      {stop !== undefined && (
        <button
          type="button"
          className="k-btn k-small"
          aria-pressed={set !== undefined}
          onClick={() => host.setBreakpoints(withToggled(host.breakpoints, stop))}
        >
          {t(set === undefined ? 'stop' : 'unstop')}
        </button>
      )}
    </div>
  );
}

const GAP = 8;

/** Beside its part, and within the map: below it where there is room, else above. */
function stand(card: HTMLElement, box: HTMLElement, at: Place): void {
  const frame = box.getBoundingClientRect();
  const zoom = box.offsetWidth === 0 ? 1 : frame.width / box.offsetWidth;
  const [width, height] = [card.offsetWidth, card.offsetHeight];
  const [room, rows] = [frame.width / zoom, frame.height / zoom];
  const [left, top, bottom] = [
    (at.left - frame.left) / zoom,
    (at.top - frame.top) / zoom,
    (at.bottom - frame.top) / zoom,
  ];
  const middle = (left + (at.right - frame.left) / zoom - width) / 2;
  const x = Math.max(GAP, Math.min(room - width - GAP, middle));
  const below = bottom + GAP;
  const above = top - GAP - height;
  const y = below + height <= rows - GAP ? below : above >= GAP ? above : Math.max(GAP, rows - height - GAP);
  card.style.left = `${x + box.offsetLeft}px`;
  card.style.top = `${y + box.offsetTop}px`;
}
