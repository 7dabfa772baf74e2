// Models nothing upstream: which programs of images serve until they are told to stop

import { baseOf } from '../tools/told.ts';
import type { ImageBehaviour } from './catalog.ts';

/** Programs that serve until they are told to stop, where their image is there for that. */
const SERVERS = new Set(
  'nginx nginx-debug httpd httpd-foreground apache2-foreground caddy haproxy envoy traefik redis-server valkey-server memcached mysqld mariadbd postgres mongod etcd cassandra rabbitmq-server nats-server consul vault minio registry influxd fluentd prometheus start-zookeeper zkServer.sh kafka-server-start.sh catalina.sh docker-entrypoint.sh run.sh'.split(
    ' ',
  ),
);
/** What only asks such a program about itself, or prepares. */
const ASIDE = /^(?:-[vVth]|--version|--help|--initialize\S*)$/;

/** Whether a command is the server that its image is there for. */
export function isServer(image: ImageBehaviour | undefined, [first = '', ...args]: readonly string[]): boolean {
  if (image?.program.servesPort === undefined || args.some((word) => ASIDE.test(word))) return false;
  return SERVERS.has(baseOf(first));
}

/** `-p 8080`, `-p 127.0.0.1:8080` */
export function portOf(words: readonly string[]): number {
  const at = words.indexOf('-p');
  const port = at < 0 ? Number.NaN : Number((words[at + 1] ?? '').split(':').pop());
  return Number.isInteger(port) ? port : 80;
}
