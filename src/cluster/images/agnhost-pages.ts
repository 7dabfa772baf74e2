// Models test/images/agnhost/{netexec,serve-hostname,liveness} (v1.36): what they answer. Not modelled: shell, upload, SCTP

import { type Micros, SECOND } from '../../base/time/units.ts';
import type { Dialing } from '../ports/http.ts';
import { flagsOf } from '../tools/agnhost.ts';
import { dateText } from '../tools/around.ts';

export interface Asked {
  /** The subcommand and its arguments. */
  readonly words: readonly string[];
  /** With its query. */
  readonly path: string;
  readonly hostname: string;
  /** Address and port of who asks, where that is known. */
  readonly client?: string | undefined;
  /** Microseconds: when its process began, and now. */
  readonly from: number;
  readonly now: number;
}

export interface Said {
  readonly code: number;
  readonly body: string;
  /** Where it sends who asks. */
  readonly location?: string;
}

/** From then on `liveness` says that it is ill. */
const HEALTHY_SECONDS = 10;

/** Undefined for a subcommand, or a path of it, whose answer is not known. */
export function agnhostPage({ words: [subcommand = ''], path, hostname, client, from, now }: Asked): Said | undefined {
  const [plain = '', query = ''] = path.split('?', 2);
  const seconds = (now - from) / SECOND;
  switch (subcommand) {
    case 'serve-hostname':
      return found(hostname);
    case 'liveness':
      if (plain === '/started') return found(`${seconds}s`);
      if (plain === '/redirect') return redirect(unescaped(parameterOf(query, 'loc')));
      if (plain !== '/healthz') return { code: 404, body: '404 page not found\n' };
      return seconds > HEALTHY_SECONDS ? { code: 500, body: `error: ${seconds}` } : found('ok');
    case 'netexec':
      if (plain === '/clientip' && client !== undefined) return found(client);
      return netexec(plain, query, hostname, () => `NOW: ${clock(now)} +0000 UTC m=+${seconds.toFixed(9)}`);
    default:
      return undefined;
  }
}

/** Whom netexec asks for the sake of `/dial`; undefined: nobody, or not in a way that is known. */
export function netexecDialing([subcommand = '']: readonly string[], path: string): Dialing | undefined {
  const [plain = '', query = ''] = path.split('?', 2);
  if (subcommand !== 'netexec' || plain !== '/dial') return undefined;
  const said = (name: string): string => parameterOf(query, name);
  const protocol = said('protocol').toLowerCase() || 'http';
  const [port, tries] = [Number(said('port')), Number(said('tries') || '1')];
  const request = said('request');
  if ((protocol !== 'http' && protocol !== 'udp') || request === '' || !(port > 0) || !(tries > 0)) return undefined;
  return { host: said('host'), port, protocol, request, tries: Math.min(tries, MOST_TRIES) };
}

const MOST_TRIES = 50;

export function netexecDialLine({ host, protocol, port, request, tries }: Dialing): string {
  return `GET /dial?host=${host}&protocol=${protocol}&port=${port}&request=${request}&tries=${tries}`;
}

/** What netexec says to a datagram, and what it notes of it. */
export function netexecDatagram(
  text: string,
  hostname: string,
  from: string,
): { readonly answer: string; readonly line: string } {
  const asked = text.trim().toLowerCase();
  if (asked === 'hostname') return { answer: hostname, line: 'Sending udp hostName response' };
  if (asked === 'clientip') return { answer: from, line: `Sending clientip back to UDP client ${from}` };
  if (!asked.startsWith('echo ')) return { answer: '', line: `Unknown UDP command received from ${from}: ${asked}` };
  const echoed = asked.slice('echo '.length);
  return { answer: echoed, line: `Echoing ${echoed} to UDP client ${from}` };
}

export function netexecUdpPort([subcommand = '', ...args]: readonly string[]): number | undefined {
  if (subcommand !== 'netexec') return undefined;
  return Number(flagsOf(args).get('udp-port') ?? '8081');
}

/** What netexec notes of a request. */
export function netexecLine(method: string, path: string): string {
  const [plain = '', query = ''] = path.split('?', 2);
  if (plain === '/echo') return `${method} /echo?msg=${parameterOf(query, 'msg')}&code=${parameterOf(query, 'code')}`;
  return `${method} ${[...UNKNOWN, '/hostname', '/hostName', '/healthz'].includes(plain) ? plain : '/'}`;
}

const found = (body: string): Said => ({ code: 200, body });

const HTML: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
};

/** As Go sends somebody on; a path without a slash is one beside `/redirect`. */
function redirect(to: string): Said {
  const location = to.startsWith('/') || /^[a-z][a-z0-9+.-]*:/i.test(to) ? to : `/${to}`;
  const shown = location.replace(/[&<>"']/g, (character) => HTML[character] ?? character);
  return { code: 302, body: `<a href="${shown}">Found</a>.\n\n`, location };
}

const UNKNOWN: readonly string[] = [
  '/clientip',
  '/dial',
  '/exit',
  '/header',
  '/redirect',
  '/shell',
  '/shutdown',
  '/upload',
];

function netexec(path: string, query: string, hostname: string, time: () => string): Said | undefined {
  if (UNKNOWN.includes(path)) return undefined;
  if (path === '/hostname' || path === '/hostName') return found(hostname);
  if (path === '/healthz') return found('');
  if (path !== '/echo') return found(time());
  const code = parameterOf(query, 'code');
  if (!/^\d*$/.test(code)) {
    return found(`argument 'code' must be an integer or empty, got ${JSON.stringify(code)}\n`);
  }
  return { code: code === '' ? 200 : Number(code), body: parameterOf(query, 'msg') };
}

function parameterOf(query: string, name: string): string {
  const pair = query.split('&').find((each) => each.startsWith(`${name}=`));
  return unescaped((pair ?? '').slice(name.length + 1));
}

function unescaped(text: string): string {
  return text.replaceAll('+', ' ').replace(/(?:%[0-9a-fA-F]{2})+/g, (escaped) => decoded(escaped));
}

function decoded(escaped: string): string {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return escaped;
  }
}

/** As Go prints a time. */
function clock(micros: Micros): string {
  return dateText(micros, '+%F %T.%N');
}
