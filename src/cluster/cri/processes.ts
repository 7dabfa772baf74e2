// Models procps/ps.c of busybox for the processes of a container, and of a Pod whose containers share them (v1.36)

import { behaviourOf } from '../images/catalog.ts';
import { systemFiles } from '../images/system-files.ts';
import type { ContainerConfig } from '../ports/cri.ts';
import { lastCommandOf } from '../shell/commands.ts';
import type { Listed } from '../tools/around.ts';
import { nameOf } from '../tools/files/permissions.ts';
import type { Container } from './container.ts';

const PAUSE: Listed = { pid: 1, user: 'root', command: '/pause' };
/** Between two containers some processes have come and gone. None has the number of a shell that somebody starts there. */
const [FIRST, APART] = [8, 6];

/** First processes, as somebody in the container sees them. */
export function processesIn(container: Container): readonly Listed[] {
  const all = [...peersOf(container)].flatMap(([pid, peer]) => listed(pid, peer));
  return container.peers === undefined ? all : [PAUSE, ...all];
}

/** The containers whose processes somebody in this one can reach, by the numbers that they have there. */
export function peersOf(container: Container): ReadonlyMap<number, Container> {
  const target = container.joined?.();
  if (target !== undefined)
    return new Map([
      [1, target],
      [FIRST + APART, container],
    ]);
  const running = container.peers?.().filter(({ view }) => view.state === 'running');
  if (running === undefined) return new Map([[1, container]]);
  return new Map(running.map((peer, at) => [FIRST + APART * at, peer]));
}

/** The first process, and the command that it waits for where it is a shell that is followed. */
function listed(pid: number, { view, shell }: Container): readonly Listed[] {
  const { user, image } = view.config;
  const name = user === undefined || user.uid === 0 ? 'root' : nameOf(user.uid, systemFiles(image).get('/etc/passwd'));
  const command = commandOf(view.config);
  const waitsFor = shell?.running?.join(' ');
  if (waitsFor === undefined || waitsFor === command) return [{ pid, user: name, command }];
  const whole = [...view.config.command, ...view.config.args].join(' ');
  return [
    { pid, user: name, command: whole },
    { pid: pid + CHILD, user: name, command: waitsFor },
  ];
}

/** Less than the number of a shell that somebody starts there. */
const CHILD = 5;

/** A shell gives its place to the last command of its script. */
export function commandOf({ command, args, image }: ContainerConfig): string {
  const words = [...command, ...args];
  if (words.length === 0) return OWN.get(behaviourOf(image)?.repository ?? '') ?? image;
  return (lastCommandOf(words) ?? words).join(' ');
}

/** What images run that were given nothing else to run. */
const OWN: ReadonlyMap<string, string> = new Map([
  ['nginx', 'nginx: master process nginx -g daemon off;'],
  ['nginxinc/nginx-unprivileged', 'nginx: master process nginx -g daemon off;'],
  ['httpd', 'httpd -DFOREGROUND'],
  ['redis', 'redis-server *:6379'],
  ['mysql', 'mysqld'],
  ['mariadb', 'mariadbd'],
  ['postgres', 'postgres'],
  ['memcached', 'memcached'],
  ['busybox', 'sh'],
  ['alpine', '/bin/sh'],
  ['ubuntu', '/bin/bash'],
  ['debian', 'bash'],
]);
