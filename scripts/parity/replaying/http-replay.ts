import { isArtefactFrame } from '../recordings/artefacts.ts';
import { at, isList, isObject, type Json, type JsonObject, listAt, textAt } from '../recordings/json.ts';
import type { Command, HttpExchange } from '../recordings/recording.ts';
import type { HttpAnswer, HttpRequest, SimulatedCluster } from './simulator-port.ts';

/** What another run numbers and names differently: learnt from answers that correspond, put into later requests. */
export class Learnt {
  private readonly words = new Map<string, string>();

  /** `tokens`: what `kubectl create token` has printed so far, with its command line. */
  constructor(private readonly tokens: () => readonly Command[] = () => []) {}

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
    const { Authorization: given, ...others } = headers;
    const authorization: { readonly [name: string]: string } =
      given === undefined ? {} : { Authorization: `Bearer ${this.token(exchange.note ?? '')}` };
    const known = user === BEARER ? null : user;
    return {
      method,
      path: this.path(path),
      user: known,
      headers: { ...others, ...authorization },
      body: this.body(body),
    };
  }

  /** Tokens are not in the recording, only what they were good for. */
  private token(note: string): string {
    if (note.includes('invalid')) return 'a.made-up.token';
    const elsewhere = note.includes('audience');
    const made = this.tokens().find(({ argv }) => argv.some((word) => word.startsWith('--audience')) === elsewhere);
    return made?.stdout ?? '';
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
        value === '<jwt>'
          ? this.token('')
          : LEARNT.has(key) && typeof value === 'string'
            ? this.word(value)
            : this.body(value),
      ]),
    );
  }

  private word(word: string): string {
    return this.words.get(word) ?? word;
  }
}

const BEARER = 'bearer-token';
const LEARNT: ReadonlySet<string> = new Set(['resourceVersion', 'uid', 'continue']);

export function isWatch(exchange: HttpExchange): boolean {
  return exchange.stream !== undefined;
}

/** Why a request means nothing on another run. */
export function whyNotReplayable(cluster: SimulatedCluster): string | undefined {
  return cluster.sendRequest === undefined ? 'the simulator takes no raw requests' : undefined;
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
  const kept = frames.filter((frame) => !isArtefactFrame(JSON.stringify(frame)));
  return { ...answer, body: '', frames: kept, endedByServer: exchange.streamEndedByServer === true };
}

/** An answer as something that a command printed. */
export function asCommand(exchange: HttpExchange, answer: HttpAnswer): Command {
  const accept = exchange.headers?.Accept;
  const only = onlyName(answer);
  const argv = ['http', exchange.method, exchange.path, ...(accept === undefined ? [] : [accept]), ...only];
  const { status, contentType, warnings, body, frames } = answer;
  const head = [`${status} ${contentType}`, ...warnings.map((text) => `Warning: ${text}`)];
  const shown =
    frames === undefined ? [text(body)] : [...frames.map(text), answer.endedByServer === true ? 'end' : 'open'];
  const stdout = `${[...head, ...shown].join('\n')}\n`;
  return { t: exchange.t, dt: 0, argv, user: exchange.user ?? '', rc: 0, stdout, stderr: '' };
}

/** An answer about one object says so, as a command that names it does: its node and addresses are chance. */
function onlyName({ body, frames = [] }: HttpAnswer): readonly string[] {
  const listed = listAt(body, 'items');
  const objects = [...(listed.length > 0 ? listed : [body]), ...frames.map((frame) => at(frame, 'object'))];
  const names = new Set(objects.map((object) => textAt(object, 'metadata', 'name')).filter((name) => name !== ''));
  return names.size === 1 ? [...names] : [];
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
    // The recorder cut tokens out of answers.
    if (item === undefined || key === 'token') continue;
    shown[key] =
      BY_CHANCE.get(key) ?? (key === 'continue' && typeof item === 'string' ? openToken(item) : readable(item));
  }
  return shown as JsonObject;
}

/** Where a Pod went is chance. */
const BY_CHANCE: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['nodeName', '<node>'],
  ['hostIP', '<nodeIP>'],
  ['hostIPs', ['<nodeIP>']],
]);

function openToken(token: string): string {
  const opened = Buffer.from(token, 'base64url').toString('utf8');
  return opened.replace(/"rv":(\d+)/, '"rv":<rv>').replaceAll('"', "'");
}
