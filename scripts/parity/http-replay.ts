import { isList, isObject, type Json, type JsonObject } from './json.ts';
import type { Command, HttpExchange } from './recording.ts';
import type { HttpAnswer, HttpRequest, SimulatedCluster } from './simulator-port.ts';

/** What another run numbers and names differently: learnt from answers that correspond, put into later requests. */
export class Learnt {
  private readonly words = new Map<string, string>();

  learn(want: Json | undefined, got: Json | undefined): void {
    if (isList(want) && isList(got)) {
      want.forEach((item, index) => {
        this.learn(item, got[index]);
      });
      return;
    }
    if (!isObject(want) || !isObject(got)) return;
    for (const [key, value] of Object.entries(want)) {
      const other = got[key];
      if (!LEARNT.has(key)) this.learn(value, other);
      else if (typeof value === 'string' && typeof other === 'string') this.words.set(value, other);
    }
  }

  translate(exchange: HttpExchange): HttpRequest {
    const { method, path, user, headers = {}, body } = exchange;
    return { method, path: this.path(path), user, headers, body: this.body(body) };
  }

  private path(path: string): string {
    return path.replace(/([?&](?:continue|resourceVersion)=)([^&]+)/g, (_, name, value) => name + this.word(value));
  }

  private body(body: Json | undefined): Json | undefined {
    if (isList(body)) return body.map((item) => this.body(item) as Json);
    if (!isObject(body)) return body;
    return Object.fromEntries(
      Object.entries(body).map(([key, value]) => [
        key,
        LEARNT.has(key) && typeof value === 'string' ? this.word(value) : this.body(value),
      ]),
    );
  }

  private word(word: string): string {
    return this.words.get(word) ?? word;
  }
}

const LEARNT: ReadonlySet<string> = new Set(['resourceVersion', 'uid', 'continue']);

export function isWatch(exchange: HttpExchange): boolean {
  return exchange.stream !== undefined;
}

/** Why a request means nothing on another run. */
export function whyNotReplayable(exchange: HttpExchange, cluster: SimulatedCluster): string | undefined {
  if (cluster.sendRequest === undefined) return 'the simulator takes no raw requests';
  if (exchange.headers?.Authorization !== undefined) return 'a bearer token of that run';
  return undefined;
}

/** The recorded answer, in the form in which the simulator's is given. */
export function recordedAnswer(exchange: HttpExchange): HttpAnswer {
  const { status, response, responseText, stream, responseHeaders = [] } = exchange;
  const header = (name: string) =>
    responseHeaders.filter(([key]) => key?.toLowerCase() === name).map(([, value]) => value ?? '');
  const answer = {
    status,
    contentType: header('content-type')[0] ?? '',
    warnings: header('warning'),
    body: response ?? responseText ?? '',
  };
  if (stream === undefined) return answer;
  const frames = stream.map((item) => (isObject(item) && item.line !== undefined ? item.line : item));
  return { ...answer, body: '', frames, endedByServer: exchange.streamEndedByServer === true };
}

/** An answer as something that a command printed. */
export function asCommand(exchange: HttpExchange, answer: HttpAnswer): Command {
  const accept = exchange.headers?.Accept;
  const argv = ['http', exchange.method, exchange.path, ...(accept === undefined ? [] : [accept])];
  const { status, contentType, warnings, body, frames } = answer;
  const head = [`${status} ${contentType}`, ...warnings.map((text) => `Warning: ${text}`)];
  const shown =
    frames === undefined ? [text(body)] : [...frames.map(text), answer.endedByServer === true ? 'end' : 'open'];
  const stdout = `${[...head, ...shown].join('\n')}\n`;
  return { t: exchange.t, dt: 0, argv, user: exchange.user ?? '', rc: 0, stdout, stderr: '' };
}

function text(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(readable(value), undefined, 1);
}

/** Tokens say where a list goes on, beside a revision. */
function readable(value: Json): Json {
  if (isList(value)) return value.map(readable);
  if (!isObject(value)) return value;
  const shown: { [key: string]: Json | undefined } = {};
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    shown[key] = key === 'continue' && typeof item === 'string' ? openToken(item) : readable(item);
  }
  return shown as JsonObject;
}

function openToken(token: string): string {
  const opened = Buffer.from(token, 'base64url').toString('utf8');
  return opened.replace(/"rv":(\d+)/, '"rv":<rv>').replaceAll('"', "'");
}
