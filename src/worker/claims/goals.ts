import { aside, type Claim } from './claim.ts';

const history = 'what once was';

/** What goals say beside what their parts show. */
export const GOALS: { readonly [scenario: string]: readonly Claim[] } = {
  'seven-arrows': [aside('the arrows, counted', '1 2 3 4 5 6 7')],
  'twelve-steps': [aside('the steps, counted as they were told', '1 2 3 4 5 6 7 8 9 10 11 12')],
  validation: [aside('a place for each part but the last', '5')],
  generators: [aside(history, 'v1.18', '3 of the 4')],
  verbose: [aside('the levels of -v', '6 7 8 9 10')],
  clients: [aside(history, 'v1.19'), aside('a way beside those of the parts', '--token')],
  authorizers: [aside('what an authorizer says that neither allows nor denies', 'no opinion', '无意见')],
  paths: [aside('what stands in a path for something else', '/apis/GROUP/VERSION', '/namespaces/NAME')],
  storage: [
    aside(history, 'v1.14'),
    aside(
      'the condition of the transaction in words',
      'if this key has no revision yet, write',
      '如果该键还没有版本，则写入',
    ),
  ],
  endpoints: [aside('healthz, livez, readyz', '3')],
  'mode-nftables': [aside('the maps of addresses and of node ports', '2')],
  'mode-ipvs': [aside('the device of its addresses', 'kube-ipvs0')],
  'mode-userspace': [aside(history, 'v1.25', 'v1.26')],
  'no-endpoints': [aside('what many a program makes of it', 'connection refused')],
  affinity: [aside('the hours that a list keeps a client: 10800 s', '3')],
  mtu: [aside('what the tunnel adds to a packet: 1500 less 1450', '50')],
  'dual-stack': [aside('the word for it', 'dual-stack')],
  'crd-array-watcher': [aside('the port that curl asks', '32198')],
};
