import type { etcdctlSteps } from '../../steps/etcdctl.ts';
import type { Texts } from '../text.ts';
import { counted } from './words.ts';

export const etcdctl: Texts<typeof etcdctlSteps> = {
  arguments: {
    say: 'etcdctl reads its arguments: {line}',
    why: 'etcdctl talks to the store itself, past the API server: no authentication of Kubernetes, no admission, no validation. That is why access to etcd is access to everything.',
  },
  call: {
    say: ({ key }) => (key === '' ? 'etcdctl asks for **{call}**.' : 'etcdctl asks for **{call}** of {key}.'),
    why: 'Each command is one call or a few of etcd’s gRPC protocol, the same protocol that the API server uses.',
  },
  answer: {
    say: ({ error }) => (error === '' ? 'etcd answers, at revision **{revision}**.' : 'etcd refuses: **{error}**.'),
    why: 'Every answer carries the revision of the store at that moment, and which member of which cluster gave it.',
  },
  event: {
    say: ({ events }) => `The watch hears **${counted(events, 'event', 'events')}**, at revision {revision}.`,
    why: 'A watch is one stream that stays open. It gives every change of its keys in order of revision and misses none; the API server feeds its own cache from such streams.',
  },
  printed: {
    say: ({ line }) => (line === '' ? 'It prints an empty line.' : 'It prints: {line}'),
    why: 'With -w json keys and values are in base64, because to etcd they are bytes. With -w fields they are shown quoted, with all their revisions.',
  },
  exit: {
    say: ({ code }) => (code === 0 ? 'etcdctl ends: **success**.' : 'etcdctl ends with **code {code}**.'),
    why: 'Scripts rely on the exit code.',
  },
};
