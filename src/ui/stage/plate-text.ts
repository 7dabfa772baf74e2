import { shorten } from '../widgets/kit/format.ts';

/** Where a status has no room, its name loses its namespace, then its middle or its beginning: ends tell generated names apart. */
export function shortened(status: string, width: number): string {
  if (fits(status, width)) return status;
  // What counts says nothing of names: the numbers stand in front, and its end may go.
  const [, does = '', key = ''] = /^(\D+\s)([\w./-]{6,})$/.exec(status) ?? [];
  if (key === '') return status;
  const name = key.slice(key.indexOf('/') + 1);
  if (fits(does + name, width)) return does + name;
  for (let room = name.length - 1; room > SHORTEST_NAME; room -= 1) {
    const shown = does + (room < SHORTEST_MIDDLE ? `…${name.slice(1 - room)}` : shorten(name, room));
    if (fits(shown, width)) return shown;
  }
  return `${does}…${name.slice(-SHORTEST_NAME)}`;
}

const SHORTEST_MIDDLE = 11;
const SHORTEST_NAME = 5;

function fits(text: string, width: number): boolean {
  return [...text].reduce((sum, letter) => sum + widthOf(letter), 0) <= width;
}

/** What a letter takes in the font of a plate, a little more than measured. */
function widthOf(letter: string): number {
  if (letter > '\u2e80') return 12;
  if (/[…mwMW@]/.test(letter)) return 9.5;
  if (/[ijl .,:'|]/.test(letter)) return 3.3;
  if (/[frt/I-]/.test(letter)) return 4.5;
  return /[A-Z]/.test(letter) ? 7.5 : 6.4;
}

/** Plates are narrow; the whole name is their title. */
const PLATE_NAMES: { readonly [actor: string]: string } = {
  'garbage-collector': 'garbage',
  'kube-controller-manager': 'controllers',
  'root-ca-cert-publisher': 'root CA',
  'clusterrole-aggregation-controller': 'cluster roles',
};

export function plateName(actor: string): string {
  return PLATE_NAMES[actor] ?? actor.replace(/-controller$/, '').replace(/^kube-/, '');
}
