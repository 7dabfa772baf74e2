// Models staging/src/k8s.io/kubectl/pkg/cmd/proxy/proxy.go (v1.36). Nobody in here dials the port.

import type { Process } from '../../../engine/index.ts';
import { channelPair } from '../../ports/channels.ts';
import type { Options } from '../argv.ts';
import type { Failure } from '../errors.ts';
import type { Session } from '../session.ts';

/** Serves on a port of this machine until it is interrupted. */
export function* proxy(session: Session, _words: readonly string[], options: Options): Process<number | Failure> {
  const port = options.text('port') ?? '8001';
  const address = options.text('address') ?? '127.0.0.1';
  const socket = options.text('unix-socket');
  session.print(`Starting to serve on ${socket ?? `${address}:${port === '0' ? FREE : port}`}\n`);
  yield* session.nextData(channelPair()[0]);
  return 130;
}

/** Any free port: the same one each time. */
const FREE = '40001';
