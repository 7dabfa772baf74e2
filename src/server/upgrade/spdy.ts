import { createDeflate, createInflate, constants as zlib } from 'node:zlib';

/** A stream that the client opened, with its headers in lower case. */
export interface SpdyStream {
  readonly id: number;
  readonly headers: ReadonlyMap<string, string>;
}

export interface SpdyListener {
  opened(stream: SpdyStream): void;
  /** Bytes of a stream; `last` when its client has finished it. */
  data(id: number, bytes: Buffer, last: boolean): void;
  ended(): void;
}

const SYN_STREAM = 1;
const RST_STREAM = 3;
const PING = 6;
const GOAWAY = 7;
const FIN = 1;
const MOST_DATA = 64 * 1024;

/** SPDY/3.1 as kubectl speaks it over an upgraded connection: clients open streams, nobody counts windows. */
export class SpdyConnection {
  private buffered: Buffer = Buffer.alloc(0);
  private work: Promise<void> = Promise.resolve();
  private readonly inflate = new HeaderCodec(createInflate({ dictionary: DICTIONARY }));
  private readonly deflate = new HeaderCodec(createDeflate({ dictionary: DICTIONARY, level: 9 }));
  private readonly finished = new Set<number>();

  constructor(
    private readonly write: (bytes: Buffer) => void,
    private readonly listener: SpdyListener,
  ) {}

  receive(bytes: Buffer): void {
    this.buffered = this.buffered.length === 0 ? bytes : Buffer.concat([this.buffered, bytes]);
    for (;;) {
      if (this.buffered.length < 8) return;
      const end = 8 + this.buffered.readUIntBE(5, 3);
      if (this.buffered.length < end) return;
      const frame = this.buffered.subarray(0, end);
      this.buffered = this.buffered.subarray(end);
      // Headers are unpacked in the background, and frames keep their order.
      this.work = this.work.then(() => this.frame(frame)).catch(() => this.listener.ended());
    }
  }

  send(id: number, bytes: Buffer): void {
    for (let at = 0; at < bytes.length; at += MOST_DATA) this.dataFrame(id, bytes.subarray(at, at + MOST_DATA), 0);
  }

  finish(id: number): void {
    if (this.finished.has(id)) return;
    this.finished.add(id);
    this.dataFrame(id, Buffer.alloc(0), FIN);
  }

  private dataFrame(id: number, bytes: Buffer, flags: number): void {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(id, 0);
    head.writeUInt8(flags, 4);
    head.writeUIntBE(bytes.length, 5, 3);
    this.write(Buffer.concat([head, bytes]));
  }

  private async frame(frame: Buffer): Promise<void> {
    const flags = frame.readUInt8(4);
    const body = frame.subarray(8);
    if ((frame.readUInt8(0) & 0x80) === 0) {
      this.listener.data(frame.readUInt32BE(0), body, (flags & FIN) !== 0);
      return;
    }
    const type = frame.readUInt16BE(2);
    if (type === SYN_STREAM) {
      const id = body.readUInt32BE(0);
      const headers = headersOf(await this.inflate.pass(body.subarray(10)));
      await this.reply(id);
      this.listener.opened({ id, headers });
      if ((flags & FIN) !== 0) this.listener.data(id, Buffer.alloc(0), true);
    } else if (type === PING) this.control(PING, body);
    else if (type === RST_STREAM) this.listener.data(body.readUInt32BE(0), Buffer.alloc(0), true);
    else if (type === GOAWAY) this.listener.ended();
  }

  private async reply(id: number): Promise<void> {
    const headers = await this.deflate.pass(Buffer.alloc(4)); // none
    const own = Buffer.alloc(4);
    own.writeUInt32BE(id, 0);
    this.control(2, Buffer.concat([own, headers]));
  }

  private control(type: number, body: Buffer): void {
    const head = Buffer.alloc(8);
    head.writeUInt16BE(0x8003, 0);
    head.writeUInt16BE(type, 2);
    head.writeUIntBE(body.length, 5, 3);
    this.write(Buffer.concat([head, body]));
  }
}

/** All headers of one direction are one compressed stream, flushed after each block. */
class HeaderCodec {
  constructor(private readonly stream: ReturnType<typeof createInflate> | ReturnType<typeof createDeflate>) {}

  pass(bytes: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const chunks: Buffer[] = [];
      const add = (chunk: Buffer): void => void chunks.push(chunk);
      const { stream } = this;
      stream.on('data', add);
      stream.once('error', reject);
      stream.write(bytes);
      stream.flush(zlib.Z_SYNC_FLUSH, () => {
        stream.removeListener('data', add);
        stream.removeListener('error', reject);
        resolve(Buffer.concat(chunks));
      });
    });
  }
}

function headersOf(block: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  let at = 4;
  const text = (): string => {
    const length = block.readUInt32BE(at);
    at += 4 + length;
    return block.toString('utf8', at - length, at);
  };
  for (let left = block.readUInt32BE(0); left > 0; left -= 1) {
    const name = text();
    headers.set(name.toLowerCase(), text());
  }
  return headers;
}

/** What both sides expect to see in headers: words with their lengths, then what values are made of. */
const DICTIONARY = dictionary();

function dictionary(): Buffer {
  const words =
    'options|head|post|put|delete|trace|accept|accept-charset|accept-encoding|accept-language|accept-ranges|age|allow|authorization|cache-control|connection|content-base|content-encoding|content-language|content-length|content-location|content-md5|content-range|content-type|date|etag|expect|expires|from|host|if-match|if-modified-since|if-none-match|if-range|if-unmodified-since|last-modified|location|max-forwards|pragma|proxy-authenticate|proxy-authorization|range|referer|retry-after|server|te|trailer|transfer-encoding|upgrade|user-agent|vary|via|warning|www-authenticate|method|get|status|200 OK|version|HTTP/1.1|url|public|set-cookie|keep-alive|origin';
  const values =
    '100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505203 Non-Authoritative Information204 No Content301 Moved Permanently400 Bad Request401 Unauthorized403 Forbidden404 Not Found500 Internal Server Error501 Not Implemented503 Service UnavailableJan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, Fri, Sat, Sun, GMTchunked,text/html,image/png,image/jpg,image/gif,application/xml,application/xhtml+xml,text/plain,text/javascript,publicprivatemax-age=gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,enq=0.';
  const parts = words.split('|').flatMap((word) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(word.length, 0);
    return [length, Buffer.from(word, 'latin1')];
  });
  return Buffer.concat([...parts, Buffer.from(values, 'latin1')]);
}
