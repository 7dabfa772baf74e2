// Models nginx src/http/modules/ngx_http_static_module.c for what a page's server answers; the pages are data of this project

import {
  agnhostPage,
  netexecDatagram,
  netexecDialing,
  netexecDialLine,
  netexecLine,
  netexecUdpPort,
} from '../images/agnhost-pages.ts';
import { agnhostServer, porterPorts } from '../images/agnhost-servers.ts';
import { isSecured, reviewerAnswer } from '../images/agnhost-webhook.ts';
import { behaviourOf, type ImageBehaviour, parseImage } from '../images/catalog.ts';
import type { AskedPage, Heard, Page } from '../ports/cri.ts';
import type { Dialing, HttpAnswer, HttpRequest } from '../ports/http.ts';
import { wordsOf } from '../shell/first-program.ts';
import { flagsOf, klogLine } from '../tools/agnhost.ts';
import { dateText } from '../tools/around.ts';
import type { Files } from '../tools/files/files.ts';
import { type Container, listeningOf } from './container.ts';
import { factsOf, filesOf } from './container-files.ts';

/** What the program in a container answers; it writes a line about it. Undefined: it does not speak HTTP. */
export function webAnswer(
  container: Container,
  port: number,
  request: HttpRequest,
  now: number,
): HttpAnswer | undefined {
  const { method, path, from, userAgent, secure, body: sent } = request;
  const isReviewer = isSecured(agnhostWordsOf(container) ?? []);
  if (isReviewer) return securedAnswer(container, request);
  if (isSecuredServer(container, port) && secure !== true) return plainAnswer(method, 400, NOT_PLAIN);
  const found = pageAt(container, { method, path, port, body: sent }, now);
  if (found === undefined) return container.seen?.ports.has(port) === true ? plainAnswer(method, 200, '') : undefined;
  const { code, body } = found;
  const { starts, repository: server = '' } = behaviourOf(container.view.config.image) ?? {};
  log(container, { method, path, from, userAgent }, code, body, now);
  if (starts === 'agnhost') {
    const plain = plainAnswer(method, code, body);
    if (found.location === undefined) return plain;
    const more = { 'content-type': 'text/html; charset=utf-8', location: found.location };
    return { ...plain, headers: { ...plain.headers, ...more } };
  }
  const headers = { server, 'content-type': 'text/html', 'content-length': String(body.length) };
  return { code, headers, body: method === 'HEAD' ? '' : body };
}

const NOT_PLAIN = 'Client sent an HTTP request to an HTTPS server.\n';

/** Whether it speaks TLS alone: everywhere, or at one port. */
export function isSecuredServer(container: Container, port?: number): boolean {
  const words = agnhostWordsOf(container);
  if (words === undefined) return false;
  return isSecured(words) || (port !== undefined && porterOf(container, words)?.get(port) === true);
}

/** Whether it accepts connections there by now. */
export function listensAt(container: Container, port: number, now: number): boolean {
  const own = listeningOf(container);
  if (container.view.state === 'running' && container.seen?.ports.has(port) === true) return true;
  if (own === undefined || own.from > now) return false;
  return porterOf(container, agnhostWordsOf(container) ?? [])?.has(port) ?? own.port === port;
}

function porterOf(container: Container, words: readonly string[]): ReadonlyMap<number, boolean> | undefined {
  return words[0] === 'porter' ? porterPorts(factsOf(container).variables) : undefined;
}

function securedAnswer(container: Container, { method, path, secure, body }: HttpRequest): HttpAnswer {
  if (secure !== true) return plainAnswer(method, 400, NOT_PLAIN);
  const { code, body: said, afterMicros } = reviewerAnswer(agnhostWordsOf(container) ?? [], path, body);
  const answered = plainAnswer(method, code, said);
  return afterMicros === undefined ? answered : { ...answered, afterMicros };
}

/** The subcommand and its arguments, where a test server runs. */
function agnhostWordsOf({ view }: Container): readonly string[] | undefined {
  const behaviour = behaviourOf(view.config.image);
  if (behaviour?.starts !== 'agnhost') return undefined;
  return wordsOf(behaviour, view.config.command, view.config.args).slice(1);
}

/** Somebody in the cluster was answered; the network has carried the answer. */
export function noteAsked(container: Container, asked: Heard, now: number): void {
  const { method, path, from } = asked;
  // Whoever is written to twice would count twice; what is sent is no part of a line.
  if (method === 'POST' && agnhostWordsOf(container) !== undefined) return log(container, asked, 200, '', now);
  const found = pageAt(container, { method, path, port: 0, client: from }, now);
  if (found !== undefined) log(container, asked, found.code, method === 'HEAD' ? '' : found.body, now);
}

/** nginx tells more of who asked than httpd does; the server of busybox and most of agnhost's say nothing. */
function log(container: Container, { method, path, from, userAgent }: Heard, code: number, body: string, now: number) {
  const behaviour = behaviourOf(container.view.config.image);
  const { command, args } = container.view.config;
  const line = `${from} - - [${dateText(now, '+%d/%b/%Y:%T')} +0000] "${method} ${path} HTTP/1.1" ${code} ${body.length}`;
  if (behaviour?.starts === 'agnhost') {
    if (wordsOf(behaviour, command, args)[1] !== 'netexec') return;
    write(container, 'stderr', klogLine(netexecLine(method, path), now), now);
  } else if (behaviour?.repository === 'httpd') write(container, 'stdout', `${line}\n`, now);
  else if (behaviour?.page !== undefined) write(container, 'stdout', `${line} "-" "${userAgent}" "-"\n`, now);
}

function write(container: Container, stream: 'stdout' | 'stderr', text: string, now: number): void {
  container.asked.push({ time: now, stream, text });
}

/** Whom the program in a container asks before it answers a GET; it writes a line about it. */
export function dialingOf(container: Container, path: string, now: number): Dialing | undefined {
  const dialing = netexecDialing(agnhostWordsOf(container) ?? [], path);
  if (dialing !== undefined) write(container, 'stderr', klogLine(netexecDialLine(dialing), now), now);
  return dialing;
}

/** What it says to a datagram; it writes a line about that, too. */
export function datagramAt(container: Container, text: string, from: string, now: number): string {
  const { answer, line } = netexecDatagram(text, factsOf(container).hostname, from);
  write(container, 'stderr', klogLine(line, now), now);
  return answer;
}

export function takesDatagramsAt(container: Container, port: number, now: number): boolean {
  const where = listeningOf(container);
  return where !== undefined && where.from <= now && netexecUdpPort(agnhostWordsOf(container) ?? []) === port;
}

/** How a page begins, for Go. Models net/http/sniff.go */
const HTML =
  /^[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)[ >]/i;

/** Programs in Go say nothing of themselves. */
const plainAnswer = (method: string, code: number, body: string): HttpAnswer => ({
  code,
  headers: {
    'content-type': `text/${HTML.test(body) ? 'html' : 'plain'}; charset=utf-8`,
    'content-length': String(body.length),
  },
  body: method === 'HEAD' ? '' : body,
});

/** What is answered at a path; undefined where no web server is known. */
export function pageAt(container: Container, asked: AskedPage, now: number): Page | undefined {
  const behaviour = behaviourOf(container.view.config.image);
  const words = agnhostWordsOf(container);
  if (words !== undefined) return testServerPage(container, words, asked, now);
  const read = webPage(container, behaviour, asked.path.split('?', 1)[0] ?? '', now);
  const isRead = asked.method === 'GET' || asked.method === 'HEAD';
  return read === undefined || isRead ? read : { ...refused(405, 'Not Allowed'), isOfImage: false };
}

/** What is read at a path. */
function webPage(
  container: Container,
  behaviour: ImageBehaviour | undefined,
  path: string,
  now: number,
): Page | undefined {
  const fixed = behaviour?.pages?.[path];
  if (fixed !== undefined) return { code: 200, body: fixed, isOfImage: true };
  const root = rootOf(container, behaviour);
  const own = behaviour?.page;
  if (root === undefined && own === undefined) return undefined;
  if (own !== undefined && path === '/50x.html') return { code: 200, body: own, isOfImage: true };
  if (root === undefined || isUntouched(container, root)) {
    if (path !== '/' && path !== '/index.html') return { ...refused(404, 'Not Found'), isOfImage: true };
    const body = own ?? '';
    return body.includes('$')
      ? { code: 200, body: signed(body, container), isOfImage: false }
      : { code: 200, body, isOfImage: true };
  }
  return {
    ...read(
      filesOf(container, () => now),
      root,
      path,
    ),
    isOfImage: false,
  };
}

/** Some programs say who they are. */
function signed(page: string, container: Container): string {
  const { image, command, args } = container.view.config;
  const version = /\d[\d.]*/.exec(parseImage(image).tag)?.[0] ?? '1';
  const flags = flagsOf([...command, ...args]);
  return page
    .replace('$HOSTNAME', factsOf(container).hostname)
    .replace('$VERSION', version)
    .replace(/\$FLAG\((\w+)\)/, (_, flag: string) => flags.get(flag) ?? '');
}

function testServerPage(
  container: Container,
  words: readonly string[],
  asked: AskedPage,
  now: number,
): Page | undefined {
  if (isSecured(words)) return { code: 400, body: NOT_PLAIN, isOfImage: false };
  const { startedAt: from = now } = container.view;
  const { hostname, variables } = factsOf(container);
  const known = { ...asked, words, hostname, from, now };
  const files = (): Files => filesOf(container, () => now);
  const said =
    agnhostPage(known) ?? agnhostServer({ ...known, body: asked.body ?? '', variables, files, keeper: container });
  return said === undefined ? undefined : { ...said, isOfImage: false };
}

interface Said {
  readonly code: number;
  readonly body: string;
}

/** What it shows is what its image has. */
function isUntouched({ layer, view }: Container, root: string): boolean {
  const { mounts, command, args } = view.config;
  if (mounts !== undefined || command.length + args.length > 0) return false;
  for (const path of layer?.files() ?? []) if (path.startsWith(`${root}/`)) return false;
  return layer === undefined || !layer.wasRemoved(`${root}/index.html`);
}

function read(files: Files, root: string, path: string): Said {
  const text = files.read(`${root}${path.endsWith('/') ? `${path}index.html` : path}`);
  if (text !== undefined) return { code: 200, body: text };
  return path.endsWith('/') && files.isFolder(`${root}${path}`) ? refused(403, 'Forbidden') : refused(404, 'Not Found');
}

/** The folder that is shown: the image's own, or that of `httpd -h FOLDER`. */
function rootOf({ view }: Container, behaviour: ImageBehaviour | undefined): string | undefined {
  if (behaviour?.root !== undefined) return behaviour.root;
  const words = [...view.config.command, ...view.config.args].join(' ');
  if (!/\bhttpd\b/.test(words)) return undefined;
  return (/\bhttpd\b[^;&|]*\s-h\s*(\/\S*)/.exec(words)?.[1] ?? '').replace(/\/$/, '');
}

const refused = (code: number, title: string): Said => ({
  code,
  body: `<html><body><h1>${code} ${title}</h1></body></html>\n`,
});
