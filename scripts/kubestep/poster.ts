import { stageView } from '../../src/inspect/views/stage.ts';
import { stepView } from '../../src/inspect/views/step.ts';
import { KUBERNETES } from '../../src/protocol/messages.ts';
import { SCENARIOS } from '../../src/scenarios/index.ts';
import { loadAllWords } from '../../src/ui/narration/load-words.ts';
import { createNarrator } from '../../src/ui/narration/narrator.ts';
import { posterOfPage } from '../../src/ui/poster/of-page.ts';
import { LinkOpener, type OpenedLink } from '../links/open.ts';
import { CALLED } from './called.ts';

export const POSTER_USAGE = `Usage: ${CALLED} poster LINK [--lang en|zh] [--theme auto|light|dark] > moment.svg

Prints the moment of a link as a picture: the map and its sentence as an SVG of less than 20 kB that stands by itself, light or
dark as its reader's system wants it. It is what a demo shows before it runs, in print, and where there are no scripts.
`;

/** Prints the picture, or says why there is none. */
export async function poster(
  argv: readonly string[],
  print: (text: string) => void,
  complain: (text: string) => void,
): Promise<number> {
  const asked = readPosterOptions(argv);
  if (typeof asked === 'string') {
    complain(`kubestep: ${asked}`);
    return 2;
  }
  const { link, language, theme } = asked;
  const opened = new LinkOpener({ build: '', kubernetes: KUBERNETES }).open(link);
  if (typeof opened === 'string') {
    complain(`kubestep: ${opened}`);
    return 1;
  }
  print(await pictureOf(opened, language, theme));
  return 0;
}

/** The moment that was opened, as it is drawn in a language. */
export async function pictureOf(
  { snapshot, link, end }: OpenedLink,
  language: 'en' | 'zh',
  theme: PosterOptions['theme'] = 'auto',
): Promise<string> {
  const words = await loadAllWords(language);
  const id = 'scenario' in link.of ? link.of.scenario : link.of.run.scenario;
  const title = SCENARIOS.find((each) => each.id === id)?.title[language] ?? '';
  const narrator = createNarrator(words, undefined, words.kinds ?? new Map());
  const { index, cursor } = snapshot;
  const looked = {
    stage: stageView(snapshot),
    step: stepView(snapshot),
    filter: index.filter,
    index: index.countUpTo(cursor.position),
    total: Math.min(index.size, index.countUpTo(end)),
    title,
  };
  return posterOfPage(looked, narrator, language, theme);
}

interface PosterOptions {
  readonly link: string;
  readonly language: 'en' | 'zh';
  readonly theme: 'auto' | 'light' | 'dark';
}

/** A text says what is wrong with them. */
export function readPosterOptions(argv: readonly string[]): PosterOptions | string {
  const words = argv.flatMap((word) => (/^--\w+=/.test(word) ? word.split(/=(.*)/s, 2) : [word]));
  let options: PosterOptions = { link: '', language: 'en', theme: 'auto' };
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? '';
    if (word.startsWith('--')) {
      const changed = withOption(options, word, words[place + 1] ?? '');
      if (typeof changed === 'string') return changed;
      options = changed;
      place += 1;
    } else if (options.link !== '') return 'one link at a time';
    else options = { ...options, link: word };
  }
  return options.link === '' ? 'name a link to a moment' : options;
}

function withOption(options: PosterOptions, name: string, value: string): PosterOptions | string {
  if (name === '--lang' && (value === 'en' || value === 'zh')) return { ...options, language: value };
  if (name === '--theme' && (value === 'auto' || value === 'light' || value === 'dark'))
    return { ...options, theme: value };
  if (name !== '--lang' && name !== '--theme') return `there is no option ${name}`;
  return `${name} cannot be ${value === '' ? 'left empty' : value}`;
}
