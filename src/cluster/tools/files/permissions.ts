// Models fs/namei.c acl_permission_check of Linux, and how a long listing writes what it finds (v1.36)

import type { ProcessUser } from '../../ports/cri.ts';
import type { Owner } from '../../ports/folder.ts';

/** Of owner, group and others the first that fits counts alone. */
export function allows(user: ProcessUser, owner: Owner, mode: number, bits: number): boolean {
  const isShared = user.gid === owner.gid || user.groups.includes(owner.gid);
  const shift = user.uid === owner.uid ? 6 : isShared ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}

/** `rwxr-xr-x` */
export function permissions(mode: number): string {
  return [6, 3, 0]
    .map((shift) => (mode >> shift) & 7)
    .map((bits) => `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${bits & 1 ? 'x' : '-'}`)
    .join('');
}

/** With `s` for what belongs to its folder's group, and `t` where only owners remove. */
export function longPermissions(mode: number): string {
  const letters = [...permissions(mode)];
  const mark = (at: number, letter: string): void => {
    letters[at] = letters[at] === 'x' ? letter : letter.toUpperCase();
  };
  if (mode & 0o4000) mark(2, 's');
  if (mode & 0o2000) mark(5, 's');
  if (mode & 0o1000) mark(8, 't');
  return letters.join('');
}

/** The name behind a number in `/etc/passwd` or `/etc/group`; the number where there is none. */
export function nameOf(id: number, list: string | undefined): string {
  for (const line of list?.split('\n') ?? []) {
    const [name, , number] = line.split(':');
    if (name !== undefined && number === String(id)) return name;
  }
  return String(id);
}

/** The number behind a name there. */
export function numberOf(name: string, list: string | undefined): number | undefined {
  if (/^\d+$/.test(name)) return Number(name);
  const line = list?.split('\n').find((each) => each.startsWith(`${name}:`));
  return line === undefined ? undefined : Number(line.split(':')[2]);
}
