import type { CloseUpView, NodeTile, PodGlyph, PodTile, StageView } from '../../protocol/views.ts';
import { titleText } from '../narration/title.ts';
import type { StageLayout } from '../stage/layout.ts';
import { familyOf } from '../widgets/kit/actors.ts';
import { shorten, suffix } from '../widgets/kit/format.ts';
import { cut } from './letters.ts';
import { circle, of, path, rect, type Svg, text } from './svg.ts';
import type { PosterWords } from './words.ts';

/** What is written, and what runs: the newest revisions, the nodes with their Pods, and what the step is about. */
export function thingsPart(view: StageView, layout: StageLayout, words: PosterWords): Svg {
  return [ticketsPart(view, layout), nodesPart(view, layout, words), closeUpPart(view, layout, words)].join('');
}

const MOST_TICKETS = 5;

function ticketsPart({ tickets }: StageView, { tickets: place }: StageLayout): Svg {
  const room = Math.max(1, Math.min(MOST_TICKETS, Math.floor(place.height / 24)));
  return tickets
    .slice(0, room)
    .map(({ revision, actor, now }, row) => {
      const box = { x: place.x, y: place.y + row * 24, width: 56, height: 19 };
      return of(
        actor === '' ? 'other' : familyOf(actor),
        rect(box, now ? 'lit' : 'tick', 2),
        text(box.x + 8, box.y + 14, String(revision), now ? 'b' : 'kt'),
      );
    })
    .join('');
}

function nodesPart(view: StageView, { nodes: places, districts }: StageLayout, words: PosterWords): Svg {
  if (places.length === 0) {
    const pods = view.nodes.reduce((sum, { podCount }) => sum + podCount, 0);
    return text(districts.x, districts.y + 20, words.page('node.shade', { nodes: view.nodes.length, pods }), 's');
  }
  return places.map((place, at) => districtPart(view.nodes[at], place, words)).join('');
}

const ROWS = 3;

function districtPart(
  node: NodeTile | undefined,
  { x, y, width, height }: StageLayout['nodes'][number],
  words: PosterWords,
): Svg {
  if (node === undefined) return '';
  const state = node.ready ? '' : words.page('node.notReady');
  const first = [...node.pods.filter(({ now }) => now), ...node.pods.filter(({ now }) => !now)];
  const rows = node.pods.length <= ROWS ? node.pods : first.slice(0, ROWS - 1);
  const rest = node.pods.length - rows.length;
  return [
    rect({ x, y, width, height }, 'panel', 4),
    text(x + 10, y + 30, cut(node.name, 12, width - 20), 'b'),
    text(x + width - 10, y + 30, cut(state === '' ? node.ip : state, 11.5, width / 2), state === '' ? 's e' : 'badt e'),
    node.pods.length === 0 ? text(x + 10, y + 52, cut(words.page('node.empty'), 11.5, width - 16), 's') : '',
    ...rows.map((pod, row) => podPart(pod, x + 10, y + 52 + row * 19, width - 16)),
    rest > 0 ? text(x + 10, y + 52 + rows.length * 19, words.page('node.more', { count: rest }), 's') : '',
  ].join('');
}

function podPart({ name, glyph, word, now }: PodTile, x: number, y: number, width: number): Svg {
  const shown = cut(`${width < 130 ? suffix(name) : shorten(name, 18)} ${word}`, 11.5, width - 18);
  return (
    (now ? rect({ x: x - 4, y: y - 13, width, height: 18 }, 'lit', 3) : '') +
    glyphPart(glyph, x + 5, y - 4) +
    text(x + 16, y, shown, now ? 'b' : 's')
  );
}

/** All round is fine, all cornered is wrong; the word stands beside it. */
function glyphPart(glyph: PodGlyph, x: number, y: number): Svg {
  const square = { x: x - 5, y: y - 5, width: 10, height: 10 };
  switch (glyph) {
    case 'running':
      return circle(x, y, 5, 'ok');
    case 'running-not-ready':
      return circle(x, y, 5, 'okl') + circle(x, y, 2, 'ok');
    case 'failed':
      return rect(square, 'bad');
    case 'backoff':
      return rect(square, 'badl');
    case 'unschedulable':
      return path(`M${x} ${y - 5}l5 9h-10z`, 'badl');
    default:
      return circle(x, y, 5, 'inkl');
  }
}

const ROW = 18;

function closeUpPart(view: StageView, { closeUp: box }: StageLayout, words: PosterWords): Svg {
  const { request, closeUp } = view;
  if (closeUp === undefined) return '';
  const head =
    closeUp.type === 'facts' || closeUp.type === 'diff' || closeUp.type === 'table'
      ? (titleText(closeUp.title, words) ?? '')
      : closeUp.type === 'fan-out'
        ? `${closeUp.event} ${closeUp.subject} @${closeUp.revision}`
        : request === undefined
          ? ''
          : `${request.method} ${request.resource}`;
  const top = box.y + (head === '' ? 20 : 42);
  const room = Math.max(1, Math.floor((box.height - 34) / ROW));
  const rows = rowsOf(closeUp, words).slice(0, room);
  return [
    head === '' ? '' : text(box.x + 2, box.y + 20, cut(head, 14, box.width - 8), 't'),
    ...rows.map(([name, value, mark], row) => {
      const y = top + row * ROW;
      const half = value === '' ? box.width - 8 : 150;
      return (
        text(box.x + 2, y, cut(name, 12, half), mark === true ? 'b' : 's') +
        text(box.x + 160, y, cut(value, 12, box.width - 166), mark === true ? 'b' : '')
      );
    }),
  ].join('');
}

type Row = readonly [name: string, value: string, isNow?: boolean];

function rowsOf(closeUp: CloseUpView, words: PosterWords): readonly Row[] {
  switch (closeUp.type) {
    case 'admission':
      return closeUp.rows
        .filter(({ state }) => state !== 'todo')
        .toReversed()
        .map(({ plugin, state, note }) => [plugin, note === undefined ? '' : words.phrase(note), state === 'now']);
    case 'fan-out':
      return closeUp.rows.filter(({ sent }) => sent).map(({ holder, selector }) => [holder, selector]);
    case 'diff':
      return closeUp.diff
        .filter(({ op }) => op !== 'same')
        .map(({ op, path: field, text: value }) => [
          `${op === 'remove' ? '−' : op === 'change' ? '~' : '+'} ${field}`,
          value,
        ]);
    case 'facts':
      return closeUp.rows.filter(({ value }) => value !== 'false').map(({ name, value }) => [words.fact(name), value]);
    case 'decided-by':
      return [
        ...closeUp.rows.map(({ name, text: said }): Row => [name, said]),
        ...closeUp.facts.map(({ name, value }): Row => [words.fact(name), value]),
      ];
    case 'table':
      return [
        ...closeUp.facts.map(({ name, value }): Row => [words.fact(name), value]),
        ...closeUp.rows.map(({ cells, now }): Row => {
          const [first = '', ...rest] = cells.map((cell) => (typeof cell === 'string' ? cell : words.phrase(cell)));
          return [first, rest.join('  '), now];
        }),
      ];
  }
}
