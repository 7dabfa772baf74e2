// Models bin/dig/nslookup.c and dighost.c of BIND 9.18 (v1.36)

import { parseAddress } from '../../base/address.ts';
import type { Context, Process } from '../../engine/index.ts';
import { candidates, type Heard, type RecordType } from '../dns/index.ts';
import { type Answered, type Asker, isRefused, PORT } from './asker.ts';
import { reverseName, typeNamed } from './questions.ts';

const TRIES = 3;

/** The first name of the search list that there is; then its other addresses. */
export function* bindNslookup(ctx: Context, asker: Asker, words: readonly string[]): Process<Answered> {
  const { type, problem } = readType(words);
  const [host, given] = words.filter((word) => !word.startsWith('-'));
  if (host === undefined) return { stdout: '\n', stderr: '', code: 1, ctx };
  if (given !== undefined && parseAddress(given) === undefined)
    return { stdout: problem, stderr: `nslookup: couldn't get address for '${given}': not found\n`, code: 1, ctx };
  const talk = new Talk(
    ctx,
    asker,
    given ?? asker.config.nameservers[0] ?? '',
    given !== undefined || words.includes('-norecurse'),
  );
  talk.stdout += problem;
  const reversed = reverseName(host);
  const code = reversed === undefined ? yield* talk.find(host, type) : yield* talk.reverse(reversed);
  return { stdout: talk.stdout, stderr: '', code, ctx: talk.ctx };
}

function readType(words: readonly string[]): { type: RecordType | undefined; problem: string } {
  const asked = words.map((word) => /^-(?:type|query(?:type)?|q)=(.*)$/.exec(word)?.[1]).findLast((word) => word);
  if (asked === undefined) return { type: undefined, problem: '' };
  const type = typeNamed(asked);
  return { type, problem: type === undefined ? `unknown query type: ${asked}\n` : '' };
}

class Talk {
  stdout = '';

  constructor(
    public ctx: Context,
    private readonly asker: Asker,
    private readonly server: string,
    /** A server that was named may answer as it likes. */
    private readonly isContent: boolean,
  ) {}

  *find(host: string, type: RecordType | undefined): Process<number> {
    const [first = host, ...others] = candidates(host, this.asker.config);
    // What may be whole is taken for whole.
    const names = first === host ? [first] : [first, ...others];
    for (const [at, name] of names.entries()) {
      const heard = yield* this.ask(name, type ?? 'A', at + 1, names.length);
      if (heard === undefined) return 1;
      if (heard.rcode !== 'NOERROR') continue;
      this.head();
      this.stdout += heard.answers.map(line).join('');
      let [isFound, missing] = [heard.answers.length > 0, host];
      if (type === undefined) {
        const last = heard.answers.findLast((answer) => answer.type === 'CNAME')?.data ?? name;
        const six = yield* this.ask(last.replace(/\.$/, ''), 'AAAA', at + 1, names.length);
        this.stdout += (six?.answers ?? [])
          .filter((answer) => answer.type === 'AAAA')
          .map(line)
          .join('');
        isFound ||= (six?.answers.length ?? 0) > 0;
        missing = name;
      }
      this.stdout += isFound ? '\n' : `*** Can't find ${missing}: No answer\n\n`;
      return 0;
    }
    this.head();
    this.stdout += `** server can't find ${host.replace(/\.$/, '')}: NXDOMAIN\n\n`;
    return 1;
  }

  *reverse(name: string): Process<number> {
    const heard = yield* this.ask(name, 'PTR', 1, 1);
    if (heard === undefined) return 1;
    const isFound = heard.rcode === 'NOERROR';
    this.stdout += isFound
      ? `${heard.answers.map(line).join('')}\n`
      : `** server can't find ${name}: ${heard.rcode}\n\n`;
    return isFound ? 0 : 1;
  }

  private head(): void {
    this.stdout += `Server:\t\t${this.server}\nAddress:\t${this.server}#${PORT}\n\n`;
  }

  /** Undefined when nobody answers; then that is told. */
  private *ask(name: string, type: RecordType, place: number, of: number): Process<Heard | undefined> {
    const { server } = this;
    const heard = yield* this.asker.ask(this.ctx, { server, name, type, place, of });
    this.ctx = heard.ctx;
    if (heard.error !== undefined) {
      const why = isRefused(heard.error) ? 'connection refused' : 'timed out';
      this.stdout += `;; communications error to ${server}#${PORT}: ${why}\n`.repeat(TRIES);
      this.stdout += ';; no servers could be reached\n\n';
      return undefined;
    }
    if (!heard.isRecursive && !this.isContent) this.stdout += `;; Got recursion not available from ${server}\n`;
    return heard;
  }
}

function line({ name, type, data }: Heard['answers'][number]): string {
  const own = name.replace(/\.$/, '');
  if (type === 'A' || type === 'AAAA') return `Name:\t${own}\nAddress: ${data}\n`;
  const says = type === 'SRV' ? 'service' : type === 'PTR' ? 'name' : 'canonical name';
  return `${own}\t${says} = ${data}\n`;
}
