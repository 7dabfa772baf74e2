import { pinsOf } from '../../debugger/notebook.ts';
import type { Viewer } from '../../debugger/viewer-store.ts';
import { type Link, type Moment, writeLink } from '../../protocol/link/index.ts';
import { LONGEST_TOLD, type Pin } from '../../protocol/link/pin.ts';
import type { Frame } from '../../protocol/messages.ts';
import type { QueryResult } from '../../protocol/queries.ts';
import type { StepView } from '../../protocol/views.ts';
import type { Scenario } from '../../scenarios/index.ts';
import type { Page } from '../public.ts';
import { shownLayout } from '../shell/panes/places.ts';
import { isAsStaged, isOnlyParts } from './progress.ts';

/** How the page looks at the moment that is shared. */
export type Looked = Pick<Viewer, 'filter' | 'panel' | 'chosen' | 'asObjects'> & {
  /** How the panes lie, where that is not as the page comes. */
  readonly layout?: string;
  /** The manifests of the editor, the shown one last. */
  readonly files: NonNullable<Extract<Link['of'], { readonly run: unknown }>['files']>;
  readonly pins?: readonly Pin[];
};

type Anchored = Pick<Extract<QueryResult, { readonly type: 'anchor' }>, 'anchor'> & {
  /** The sentence that stands there, as the page says it. */
  readonly told?: string;
};

/**
 * A link to a step. Where nothing was done but the scenario's parts, and no file was written into, it names them; else it
 * holds the whole description of the run.
 */
export function linkTo(
  here: string,
  { run }: Pick<Frame, 'run'>,
  scenario: Scenario | undefined,
  looked: Looked,
  { kubernetes, ...place }: Anchored & Pick<Moment, 'kubernetes'>,
): string {
  const { files, pins = [] } = looked;
  // A name and pinned moments are of the run.
  const isBare = pins.length === 0 && run.name === undefined;
  const isPlain = isBare && scenario !== undefined && isOnlyParts(scenario, run) && isAsStaged(scenario, files);
  const of = isPlain ? { scenario: scenario.id, part: run.inputs.length } : { run, files };
  const { anchor, told } = place;
  const moment = {
    ...(kubernetes === undefined ? {} : { kubernetes }),
    build: run.build,
    ...(told === undefined ? {} : { told: told.slice(0, LONGEST_TOLD) }),
    ...momentOf(looked),
    ...(pins.length === 0 ? {} : { pins }),
  };
  return writeLink(here, { of, to: anchor === undefined ? { start: true } : { anchor }, moment });
}

function momentOf({ filter: { within, ...filter }, panel, chosen, asObjects, layout = '' }: Looked): Moment {
  const named = Object.entries(chosen).filter(
    (one): one is [string, string] => typeof one[1] === 'string' && one[1] !== '',
  );
  const words = (asObjects === true ? `${OBJECTS} ${layout}` : layout).trim();
  return {
    filter,
    ...(within === undefined ? {} : { isInside: true }),
    panel,
    ...(named.length === 0 ? {} : { chosen: Object.fromEntries(named) }),
    ...(words === '' ? {} : { layout: words }),
  };
}

/** The word in the layout of a moment where the map shows objects. */
export const OBJECTS = 'objects';

type Sharing = Pick<Page, 'session' | 'viewer' | 'manifests' | 'notebook'>;

/** The same of what is on the page now; undefined before there is anything. */
export async function linkToNow(
  { session, viewer, manifests, notebook }: Sharing,
  scenario: Scenario | undefined,
  say: (step: StepView) => string,
): Promise<string | undefined> {
  const result = await session.query({ type: 'anchor' });
  const { frame, kubernetes } = session.frames.getState();
  if (frame === undefined || result?.type !== 'anchor') return undefined;
  const { anchor, said } = result;
  const pins = pinsOf(notebook, frame);
  const looked = { ...viewer.getState(), layout: shownLayout(viewer.getState()), files: manifests?.() ?? [], pins };
  // A demo has a page of its own; who follows a link out of it wants all of Kubestep.
  const here = location.href.replace(/embed\.html(?=[?#]|$)/, '');
  return linkTo(here, frame, scenario, looked, {
    ...(kubernetes === undefined ? {} : { kubernetes }),
    ...(anchor === undefined ? {} : { anchor }),
    ...(said === undefined ? {} : { told: say(said).replaceAll('**', '') }),
  });
}
