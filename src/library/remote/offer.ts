import type { Cluster } from '../contract.ts';
import { loadCluster, startCluster } from '../start.ts';
import { CALLS } from './calls.ts';
import { type Call, type Connection, hear, isMessage, type Question, type Told } from './messages.ts';

/**
 * In a worker: starts the cluster that whoever is at the other end asks for (`connectCluster`), and does what he calls. One
 * connection is one cluster; to start again gives up the one before. Messages of anybody else are left alone.
 */
export function offerClusters(connection: Connection): void {
  const tell = (told: Told) => connection.postMessage(told);
  let cluster: Cluster | undefined;
  let leave: (() => void) | undefined;
  const answer = (asked: Question): unknown => {
    if (asked.kubestep === 'start') {
      cluster = asked.saved === undefined ? startCluster(asked.options) : loadCluster(asked.saved, asked.options);
      return undefined;
    }
    if (cluster === undefined) throw new Error('no cluster has been started');
    if (asked.kubestep === 'listen') {
      leave?.();
      leave = asked.on ? cluster.subscribe((step) => tell({ kubestep: 'step', step })) : undefined;
      return undefined;
    }
    return called(cluster, asked.call, asked.args);
  };
  hear(connection, (message) => {
    if (!isMessage<Question>(message, ['start', 'call', 'listen'])) return;
    const { id } = message;
    try {
      tell({ kubestep: 'answer', id, value: answer(message) });
    } catch (error) {
      tell({ kubestep: 'answer', id, refused: error instanceof Error ? error.message : String(error) });
    }
  });
}

function called(cluster: Cluster, call: Call | 'moment', args: readonly unknown[]): unknown {
  const { now, steps, position, digest, remarks } = cluster;
  if (call === 'moment') return { now, steps, position, digest, remarks };
  if (!CALLS.includes(call)) throw new Error(`a cluster has no method ${String(call)}`);
  return (cluster[call] as (...all: unknown[]) => unknown).apply(cluster, [...args]);
}
