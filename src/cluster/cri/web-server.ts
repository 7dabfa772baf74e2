// Models nginx src/http/modules/ngx_http_static_module.c for what a page's server answers; the pages are data of this project

import { behaviourOf } from '../images/catalog.ts';
import { filled } from '../images/output.ts';
import type { HttpAnswer, HttpRequest } from '../ports/http.ts';
import type { Container } from './container.ts';

/** What the program in a container answers; it writes a line about it. Undefined: it does not speak HTTP. */
export function webAnswer(container: Container, request: HttpRequest, now: number): HttpAnswer | undefined {
  const behaviour = behaviourOf(container.view.config.image);
  if (behaviour?.page === undefined) return undefined;
  const { method, from, userAgent } = request;
  const path = request.path.split('?', 1)[0] ?? '';
  const [code, body] =
    method !== 'GET' && method !== 'HEAD'
      ? [405, page('405 Not Allowed')]
      : path === '/' || path === '/index.html'
        ? [200, behaviour.page]
        : [404, page('404 Not Found')];
  const line = `${from} - - [$(date +%d/%b/%Y:%T) +0000] "${method} ${request.path} HTTP/1.1" ${code} ${body.length}`;
  const text = filled(`${line} "-" "${userAgent}" "-"\n`, NOBODY, now);
  container.asked.push({ time: now, stream: 'stdout', text });
  const headers = { server: behaviour.repository, 'content-type': 'text/html', 'content-length': String(body.length) };
  return { code, headers, body: method === 'HEAD' ? '' : body };
}

const page = (title: string): string => `<html><body><h1>${title}</h1></body></html>\n`;

const NOBODY = { hostname: '', namespace: '', address: '', variables: [], command: '', version: '' };
