import type { StageView } from '../../protocol/views.ts';
import { layOut } from '../stage/layout.ts';
import { MAP_SIZE } from '../stage/map-size.ts';
import { wrapped } from './letters.ts';
import { type PosterTheme, styleOf } from './look.ts';
import { mapPart } from './map-part.ts';
import { at, escaped, rect, text } from './svg.ts';
import { thingsPart } from './things-part.ts';
import type { PosterWords } from './words.ts';

/** A moment as it is told. */
export interface Moment {
  readonly view: StageView;
  /** What the story is called, and the place in it: `Beat 9 of 44`. */
  readonly title: string;
  readonly place: string;
  readonly sentence: string;
  /** Why it is so; empty where nothing is said of that. */
  readonly reason: string;
}

const { width: WIDTH, height: MAP_HEIGHT } = MAP_SIZE;
/** Above the signs of the map there is nothing: the title stands there. */
const HEAD = 14;
const LINE = { say: 23, why: 19 } as const;
const SIZE = { say: 17, why: 14 } as const;

/**
 * A moment as an SVG that stands by itself: the map and the sentence, light or dark as its reader's system wants it. It is
 * what a demo is before it runs, without scripts, in print, in a feed, and on a page that takes pictures alone.
 *
 * Promises: the same moment gives the same text; texts of a cluster cannot become tags; no script, no address, no font is in
 * it. Called by: the share dialog, `kubestep poster`, a demo whose host asks for it.
 */
export function posterOf(moment: Moment, words: PosterWords, theme: PosterTheme = 'auto'): string {
  const { view, title, place, sentence, reason } = moment;
  const layout = layOut(view, WIDTH, MAP_HEIGHT);
  const said = wrapped(sentence, SIZE.say, WIDTH - 40, 4);
  const why = wrapped(reason, SIZE.why, WIDTH - 40, 3);
  const below = HEAD + MAP_HEIGHT + 8;
  const height = below + 20 + said.length * LINE.say + why.length * LINE.why + 12;
  const saidAt = (row: number) => below + 28 + row * LINE.say;
  const whyAt = (row: number) => saidAt(said.length) + row * LINE.why;
  const described = [title, place, sentence, reason]
    .filter((part) => part !== '')
    .map(ended)
    .join(' ');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${at(height)}" width="${WIDTH}" height="${at(height)}" role="img">`,
    `<title>${escaped(title)}</title><desc>${escaped(described)}</desc><style>${styleOf(theme)}</style>`,
    rect({ x: 0, y: 0, width: WIDTH, height }, 'paper'),
    text(20, 24, title, 't'),
    text(WIDTH - 20, 24, place, 's e'),
    `<g transform="translate(0 ${HEAD})">${mapPart(view, layout, words)}${thingsPart(view, layout, words)}</g>`,
    `<path d="M0 ${at(below)}H${WIDTH}" class="rule"/>`,
    ...said.map((line, row) => text(20, saidAt(row), line, 'say')),
    ...why.map((line, row) => text(20, whyAt(row), line, 'why')),
    '</svg>\n',
  ].join('');
}

/** As a sentence of its own, which a screen reader stops after. */
function ended(text: string): string {
  if (/[.!?…。！？]$/.test(text)) return text;
  return text + (/\p{Script=Han}/u.test(text) ? '。' : '.');
}
