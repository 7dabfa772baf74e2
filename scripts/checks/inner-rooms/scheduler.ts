import type { InnerRoom } from './inner-room.ts';

// Inside the scheduler, from the bottom up.
export const SCHEDULER_ROOMS: readonly InnerRoom[] = [
  { folder: 'objects', uses: {} },
  { folder: 'cache', uses: { objects: 'holds Pods and nodes as the scheduler sees them' } },
  {
    folder: 'framework',
    uses: { objects: 'plugins are asked about a Pod and a node', cache: 'a cycle stands on a snapshot of the cache' },
  },
  {
    folder: 'plugins',
    uses: {
      objects: 'what a Pod asks for, and what a node has',
      cache: 'counts in all nodes of a snapshot',
      framework: 'a plugin is what the framework asks',
    },
  },
  {
    folder: 'queue',
    uses: { objects: 'holds Pods, and hears of nodes', plugins: 'a hint asks again what a plugin asked' },
  },
  {
    folder: 'devices',
    uses: {
      objects: 'what a Pod claims, and what a node offers',
      framework: 'a plugin that looks at claims is given this view',
      queue: 'a claim that changes is a hint',
    },
  },
  {
    folder: 'volumes',
    uses: {
      objects: 'what a Pod claims, and where a node is',
      framework: 'a plugin that looks at claims is given this view',
    },
  },
  {
    folder: 'cycle',
    uses: {
      objects: 'tries one Pod on all nodes',
      cache: 'tries it on nodes without their lesser Pods',
      framework: 'runs the extension points in their order',
      plugins: 'which plugins there are, and in which order',
      queue: 'a Pod that fits nowhere goes back',
      devices: 'binds what was allocated',
      volumes: 'binds claims before the Pod',
    },
  },
];
