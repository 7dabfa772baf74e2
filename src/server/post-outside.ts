import { request as overHttps } from 'node:https';
import type { OutsideAnswer, OutsideRequest } from '../cluster/ports/outside.ts';

/** Asks a program on this machine or anywhere else, and says in Go's words why that failed. */
export function postOutside({ url, body, caBundle, timeoutSeconds }: OutsideRequest): Promise<OutsideAnswer> {
  return new Promise((resolve) => {
    const fail = (error: string): void => resolve({ error });
    const text = JSON.stringify(body);
    const headers = { 'content-type': 'application/json', accept: 'application/json, */*' };
    let sent: ReturnType<typeof overHttps>;
    try {
      const ca = caBundle === '' ? undefined : Buffer.from(caBundle, 'base64').toString('utf8');
      sent = overHttps(url, { method: 'POST', headers, agent: false, ...(ca === undefined ? undefined : { ca }) });
    } catch (error) {
      return fail(error instanceof Error ? error.message : String(error));
    }
    const timer = setTimeout(() => {
      fail('context deadline exceeded');
      sent.destroy();
    }, timeoutSeconds * 1000);
    sent.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        clearTimeout(timer);
        resolve({ code: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
      incoming.on('error', () => fail('unexpected EOF'));
    });
    sent.on('error', (error) => {
      clearTimeout(timer);
      fail(goWords(error, new URL(url)));
    });
    sent.end(text);
  });
}

const CERTIFICATES: ReadonlyMap<string, string> = new Map([
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate signed by unknown authority'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate signed by unknown authority'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'certificate signed by unknown authority'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'certificate signed by unknown authority'],
  ['CERT_HAS_EXPIRED', 'certificate has expired or is not yet valid'],
]);

function goWords(error: NodeJS.ErrnoException, { hostname, port }: URL): string {
  const { code = '', message } = error;
  const address = `${hostname}:${port === '' ? '443' : port}`;
  const reached = error as { readonly address?: string; readonly port?: number };
  switch (code) {
    case 'ECONNREFUSED':
      return `dial tcp ${reached.address ?? hostname}:${reached.port ?? address.split(':').at(-1)}: connect: connection refused`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `dial tcp: lookup ${hostname}: no such host`;
    case 'ECONNRESET':
      return 'EOF';
    case 'EPROTO':
      return 'http: server gave HTTP response to HTTPS client';
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `tls: failed to verify certificate: x509: certificate is not valid for ${hostname}`;
    default: {
      const known = CERTIFICATES.get(code);
      return known === undefined ? message : `tls: failed to verify certificate: x509: ${known}`;
    }
  }
}
