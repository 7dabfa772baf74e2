import { nameOf } from '../../narration/render.ts';
import type { Text } from '../../narration/text.ts';
import type { UnmetWords } from '../../narration/unmet/args.ts';
import { sayChange, sayUnmet } from '../../narration/unmet/tell.ts';
import type { UnmetView } from '../../protocol/diagnosis-view.ts';
import type { Phrase, StepView } from '../../protocol/views.ts';
import type { StepKind } from '../../steps/define.ts';
import { fill } from '../i18n/words.ts';

/** The words of one language, by kind of step, phrase and chapter. */
export interface Words {
  /** Grows when what is told more rarely has arrived. */
  readonly texts: ReadonlyMap<string, Text>;
  readonly phrases: { readonly [key: string]: string };
  readonly scenes: { readonly [key: string]: string };
  /** What the arguments of steps are called. */
  readonly facts: { readonly [name: string]: string };
  /** What a kind leaves out, where it is not said in English. */
  readonly notModelled: { readonly [kind: string]: string };
  /** Where a kind is documented and what it leaves out: comes with what is told more rarely. */
  readonly kinds?: ReadonlyMap<string, StepKind>;
  /** What is said of wishes that are not met: comes with it, too. */
  readonly unmet?: UnmetWords;
}

export interface Narrator {
  /** One sentence, with `**nouns**` marked. */
  sentence(step: StepView): string;
  why(step: StepView): string | undefined;
  phrase(phrase: Phrase): string;
  scene(key: string): string;
  /** What an argument of a step is called. */
  fact(name: string): string;
  kind(name: string): StepKind | undefined;
  /** What reality does at such a step that is left out here. */
  notModelled(kind: string): string | undefined;
  /** A wish that is not met and what holds it up; undefined until the words are there. */
  unmet(found: UnmetView): { readonly says: string; readonly change: string } | undefined;
  /** Names of all kinds. */
  readonly kinds: readonly string[];
}

/** Falls back by key: the page's language, English, and last a plain statement of the fact itself. */
export function createNarrator(
  words: Words | undefined,
  english: Words | undefined,
  kinds: ReadonlyMap<string, StepKind>,
): Narrator {
  const textOf = (name: string) => words?.texts.get(name) ?? english?.texts.get(name);
  return {
    sentence(step) {
      const text = textOf(step.kind);
      if (text === undefined) return plainStep(step);
      return fill(chosen(text.say, step) ?? plainStep(step), { ...step.args, subject: nameOf(step.subject) });
    },
    why: (step) => {
      const why = chosen(textOf(step.kind)?.why, step);
      return why === undefined ? undefined : fill(why, { ...step.args, subject: nameOf(step.subject) });
    },
    phrase: ({ key, args }) => fill(words?.phrases[key] ?? english?.phrases[key] ?? key, args),
    scene: (key) => words?.scenes[key] ?? english?.scenes[key] ?? key,
    fact: (name) => words?.facts[name] ?? english?.facts[name] ?? inWords(name),
    kind: (name) => kinds.get(name),
    notModelled: (kind) => words?.notModelled[kind] ?? kinds.get(kind)?.notModelled,
    unmet: (found) => {
      const said = words?.unmet ?? english?.unmet;
      return said && { says: sayUnmet(said, found), change: sayChange(said, found.hold) };
    },
    kinds: [...kinds.keys()],
  };
}

/** `oldPods` as `old pods`. */
function inWords(name: string): string {
  return name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** A text may be a function of the arguments; one that stumbles must not take the page with it. */
function chosen(words: Text['say'] | undefined, step: StepView): string | undefined {
  if (typeof words !== 'function') return words;
  try {
    return words(step.args);
  } catch {
    return undefined;
  }
}

function plainStep({ kind, subject, args }: StepView): string {
  const facts = Object.entries(args)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
  const verb = inWords(kind.slice(kind.indexOf('.') + 1));
  return `**${nameOf(subject)}**: ${verb}${facts === '' ? '' : ` (${facts})`}`;
}

type Module = { readonly [name: string]: unknown };

/** Gathers what the files of one language export: `<component>.ts` exports texts by the short names of its kinds. */
export function gather(modules: { readonly [path: string]: Module }): Words {
  const texts = new Map<string, Text>();
  const others = { phrases: {}, scenes: {}, facts: {}, notModelled: {} };
  for (const [path, exports] of Object.entries(modules)) {
    const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.ts$/, '');
    const component = camel(file);
    for (const value of objectsIn(exports)) {
      if (component in others) Object.assign(others[component as keyof typeof others], value);
      else
        for (const [name, text] of Object.entries(value as { [name: string]: Text }))
          for (const called of new Set([file, component])) texts.set(`${called}.${name}`, text);
    }
  }
  return { texts, ...others };
}

function objectsIn(exports: Module): readonly object[] {
  return Object.values(exports).filter((value) => typeof value === 'object' && value !== null);
}

/** `raw-client` as `rawClient`: a component may be called either way. */
function camel(file: string): string {
  return file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function gatherKinds(modules: { readonly [path: string]: Module }): ReadonlyMap<string, StepKind> {
  const kinds = new Map<string, StepKind>();
  for (const value of Object.values(modules).flatMap(objectsIn))
    for (const kind of Object.values(value as { [name: string]: StepKind }))
      if (typeof kind?.name === 'string' && typeof kind.component === 'string') kinds.set(kind.name, kind);
  return kinds;
}
