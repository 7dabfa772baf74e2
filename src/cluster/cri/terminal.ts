// Models drivers/tty/n_tty.c of Linux as a pseudo-terminal of runc uses it (v1.36)

/** What a terminal shows of what is typed: the end of a line is two characters, whichever of them was sent. */
export function echoed(typed: string): string {
  return typed.replaceAll(/[\r\n]/g, '\r\n');
}

const SMALL_IMAGES = /(?:^|\/)(?:busybox|alpine)(?:[:@]|$)/;

/** With what a shell of root asks for the next command: each family of images has another. */
export function promptOf(image: string, shell: string, hostname: string): string {
  if (shell.endsWith('bash')) return `root@${hostname}:/# `;
  return SMALL_IMAGES.test(image) ? '/ # ' : '# ';
}
