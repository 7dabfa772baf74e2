// Models drivers/tty/n_tty.c of Linux as a pseudo-terminal of runc uses it (v1.36)

/** What a terminal shows of what is typed: the end of a line is two characters, whichever of them was sent. */
export function echoed(typed: string): string {
  return typed.replaceAll(/[\r\n]/g, '\r\n');
}

const SMALL_IMAGES = /(?:^|\/)(?:busybox|alpine)(?:[:@]|$)/;

/** With what a shell asks for the next command: each family of images has another. */
export function promptOf(
  image: string,
  shell: string,
  hostname: string,
  folder: string,
  { uid }: { readonly uid: number } = { uid: 0 },
): string {
  const sign = uid === 0 ? '#' : '$';
  const where = uid === 0 ? folder.replace(/^\/root(?=\/|$)/, '~') : folder;
  if (shell.endsWith('bash')) return `${uid === 0 ? 'root' : 'I have no name!'}@${hostname}:${where}${sign} `;
  return SMALL_IMAGES.test(image) ? `${where} ${sign} ` : `${sign} `;
}
