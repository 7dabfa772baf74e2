import type { StepArgs } from '../steps/define.ts';

/** A piece of a sentence; the nouns that matter are strong. */
export interface Piece {
  readonly text: string;
  readonly strong: boolean;
}

/** Fills a template: `{name}` from the arguments, `{subject}` the object's own name, `**…**` strong. */
export function render(template: string, args: StepArgs, subject: string): readonly Piece[] {
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'subject' ? nameOf(subject) : String(args[name] ?? ''),
  );
  return filled
    .split('**')
    .map((text, place) => ({ text, strong: place % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

export function plainText(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

/** `deployments.apps/default/nginx` → `nginx`; of a whole collection (`pods/`, `pods/default/*`) its resource,
 * of an object whose name is still to be completed (`pods/default/nginx-`) what is known of it. */
export function nameOf(subject: string): string {
  const last = subject.slice(subject.lastIndexOf('/') + 1);
  if (last === '' || last === '*') return subject.slice(0, subject.indexOf('/')) || subject;
  return last.endsWith('-') ? `${last}…` : last;
}
