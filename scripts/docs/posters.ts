import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { KUBERNETES } from '../../src/protocol/messages.ts';
import { pictureOf } from '../kubestep/poster.ts';
import { LinkOpener } from '../links/open.ts';

/** A moment that a page shows. */
export interface Moment {
  readonly scenario: string;
  readonly part: string;
  readonly step: string | undefined;
}

const MOMENTS = [
  /<Moment scenario="([^"]+)" :part="(\d+)"(?: :step="(\d+)")?/g,
  /\/posters\/([a-z-]+)-(\d+)-(\d+)\.\w+\.svg/g,
];

/** What a page shows of scenarios, as demos and as pictures alone. */
export function momentsIn(text: string): readonly Moment[] {
  return MOMENTS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, scenario = '', part = '', step]) => ({ scenario, part, step })),
  );
}

/** The picture of each moment that a page shows, in the language of that page: what stands there before it is asked for, and in print. */
export async function writePosters(folder: string): Promise<void> {
  const target = join(folder, 'public', 'posters');
  mkdirSync(target, { recursive: true });
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const moments = new Map(
    pages
      .flatMap((page) => momentsIn(readFileSync(join(folder, page), 'utf8')))
      .map((moment) => [posterName(moment), moment]),
  );
  // What is told once is drawn as often as it is shown.
  const opener = new LinkOpener({ build: '', kubernetes: KUBERNETES });
  for (const name of [...moments.keys()].sort()) {
    const { scenario, part, step } = moments.get(name) as Moment;
    const opened = opener.open(
      `?scenario=${scenario}&part=${part}${step === undefined ? '' : `&step=${step}`}&embed&embed.grain=beat`,
    );
    if (typeof opened === 'string') throw new Error(`${scenario}, part ${part}: ${opened}`);
    for (const language of ['en', 'zh'] as const)
      writeFileSync(join(target, `${name}.${language}.svg`), await pictureOf(opened, language));
  }
}

function posterName({ scenario, part, step }: Moment): string {
  return [scenario, part, ...(step === undefined ? [] : [step])].join('-');
}
