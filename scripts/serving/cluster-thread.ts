import type { MessagePort } from 'node:worker_threads';
import { attachPages } from '../../src/server/attach.ts';
import { LOOPBACK } from '../../src/server/options.ts';
import { type Serving, serve } from '../../src/server/serve.ts';
import { serve as serveFiles } from '../serve.mjs';
import type { Order, Report } from './messages.ts';

/** The cluster and its servers, until the other thread says that they shall close. */
export async function runCluster(order: Order, keeper: MessagePort): Promise<void> {
  const report = (message: Report): void => keeper.postMessage(message);
  const ended = async (code: number): Promise<void> => {
    await Promise.all([process.stdout, process.stderr].map(written));
    report({ ended: code });
  };
  try {
    const serving = await serve(order.options);
    report({ say: `Kubestep API server at ${serving.url}, kubeconfig ${serving.kubeconfig}` });
    const page = order.withPage ? await servePage(serving, report) : undefined;
    // CLOSE waits here if it came before.
    keeper.once('message', () => {
      page?.();
      void serving.close().then(() => ended(0));
    });
  } catch (error) {
    console.error(`kubestep: ${error instanceof Error ? error.message : String(error)}`);
    await ended(1);
  }
}

/** What a thread prints goes through the main thread: it has arrived when this does. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}

/** The result ends it. */
async function servePage(serving: Serving, report: (message: Report) => void): Promise<() => void> {
  const { server, port } = await serveFiles('dist', { port: 4180 });
  const hosts = [`${LOOPBACK}:${port}`, `localhost:${port}`];
  const attaching = attachPages(server, serving.cluster, hosts);
  report({ say: `Its page is at http://${LOOPBACK}:${port}/?attach#${attaching.token}` });
  return () => {
    attaching.close();
    server.close();
    server.closeAllConnections();
  };
}
