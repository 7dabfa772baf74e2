import type { InnerRoom } from './inner-room.ts';

// Inside the API server, from the bottom up.
export const APISERVER_ROOMS: readonly InnerRoom[] = [
  { folder: 'authn', uses: {} },
  { folder: 'request', uses: {} },
  { folder: 'encoding', uses: {} },
  { folder: 'audit', uses: { authn: 'an entry says who asked' } },
  { folder: 'definitions', uses: {} },
  {
    folder: 'strategies',
    uses: { authn: 'who approves a certificate', definitions: 'a definition has conditions from the start' },
  },
  { folder: 'watchcache', uses: { encoding: 'reads what the store sends' } },
  {
    folder: 'registry',
    uses: {
      encoding: 'objects are stored as text',
      strategies: 'prepares an object before it is written, and decides how it goes',
      watchcache: 'each store has a cache, which hears of what is written',
    },
  },
  {
    folder: 'scope',
    uses: {
      authn: 'who asks',
      request: 'what the path and the headers ask for',
      encoding: 'selects in the version that was asked for',
      audit: 'what is written down of a request',
      watchcache: 'a list is filtered as a watch is',
      registry: 'where objects of a kind are kept',
    },
  },
  {
    folder: 'authz',
    uses: {
      authn: 'who asks',
      request: 'which verb and which resource is asked for',
      watchcache: 'follows what kubelets may see',
      registry: 'reads roles and bindings',
    },
  },
  {
    folder: 'aggregated',
    uses: { authn: 'another server is told who asks', request: 'answers in the form that was asked for' },
  },
  {
    folder: 'core',
    uses: {
      authn: 'holds the authenticator',
      request: 'counts requests',
      audit: 'what is logged is part of the configuration',
      watchcache: 'knows the watches that are open',
      registry: 'holds the stores',
      authz: 'holds the authorizers',
      aggregated: 'which servers stand behind this one',
    },
  },
  { folder: 'flowcontrol', uses: { authn: 'flows are told apart by user', request: 'and by what is asked for' } },
  {
    folder: 'filters',
    uses: {
      authn: 'who asks',
      request: 'reads the request, and counts it',
      audit: 'writes down what becomes of the request',
      registry: 'which kinds are known',
      scope: 'how a request is answered',
      authz: 'what is to be allowed',
      flowcontrol: 'the seat that a request has',
    },
  },
  {
    folder: 'aggregator',
    uses: {
      authn: 'passes on who asks',
      scope: 'how a request is answered',
      aggregated: 'the servers that it passes requests on to',
      core: 'what every part of the server stands on',
    },
  },
  { folder: 'service-allocation', uses: { core: 'what every part of the server stands on' } },
  {
    folder: 'admission',
    uses: {
      authn: 'plugins ask who writes',
      encoding: 'policies and webhooks see the version that they match',
      scope: 'the write that is judged',
      authz: 'who may bind a role must hold its rights',
      core: 'what every part of the server stands on',
    },
  },
  {
    folder: 'extensions',
    uses: {
      definitions: 'what a definition says of its kind',
      strategies: 'custom kinds have a strategy, too',
      watchcache: 'custom kinds have caches',
      registry: 'makes a store for every custom kind',
      core: 'what every part of the server stands on',
      admission: 'a conversion webhook is called as those of admission are',
    },
  },
  {
    folder: 'bootstrap',
    uses: {
      strategies: 'replaces one part of an object',
      authz: 'the roles that there are from the start',
      core: 'what the server is configured to install',
    },
  },
  {
    folder: 'tasks',
    uses: {
      watchcache: 'sends bookmarks, and fills caches again after a restart',
      registry: 'compacts the store',
      core: 'the server that restarts',
      flowcontrol: 'finds flows whose priority level is gone',
      bootstrap: 'keeps alive what was made at the start',
    },
  },
  {
    folder: 'table',
    uses: {
      request: 'whether a table was asked for',
      encoding: 'autoscalers are shown in one version',
    },
  },
  { folder: 'warnings', uses: { definitions: 'formats that a definition names and nobody knows' } },
  {
    folder: 'openapi',
    uses: {
      definitions: 'schemas of custom kinds',
      strategies: 'what a deletion answers with',
      extensions: 'which custom kinds there are',
    },
  },
  {
    folder: 'parts',
    uses: {
      authn: 'who somebody is: a part of the server',
      registry: 'where objects of a kind are kept',
      scope: 'the write that a Service takes addresses in',
      authz: 'what he may do: a part of the server',
      core: 'what every part of the server stands on',
      aggregator: 'a part of the server',
      'service-allocation': 'a part of the server',
      admission: 'a part of the server: the chain with its plugins',
      extensions: 'a part of the server',
      tasks: 'notes on a Secret that its token was used',
    },
  },
  {
    folder: 'discovery',
    uses: {
      request: 'which form of a document is asked for, and how many requests there were',
      watchcache: 'counts watches that are open',
      scope: 'how a request is answered',
      aggregated: 'other servers say what they have',
      core: 'the configuration, and the address of the server',
      openapi: 'hands out the documents',
      parts: 'says how the parts of the server are',
    },
  },
  {
    folder: 'handlers',
    uses: {
      authn: 'who asks, and tokens that are made',
      request: 'what the path and the headers ask for',
      encoding: 'objects as the store has them, and in other versions',
      audit: 'what is written down of a request',
      definitions: 'what a definition says of its kind',
      strategies: 'what is special about a kind',
      watchcache: 'lists and watches come from the cache',
      registry: 'writes go to the store',
      scope: 'one request: its kind, its store, its options',
      'service-allocation': 'gives a Service its addresses',
      admission: 'every write is admitted',
      extensions: 'converts custom objects',
      table: 'answers as a table when asked',
      warnings: 'warns of what is written',
      parts: 'the server whose requests are handled',
    },
  },
];
