/** Titles of a story's chapters, by the key of the rule that opens them (inspect/scenes.ts). */
export const scenes = {
  enter: 'a command is typed',
  arrives: 'a request reaches the API server',
  deploymentStored: 'the Deployment is stored',
  deploymentChanged: 'the Deployment is changed',
  deploymentDeleted: 'the Deployment is gone',
  replicaSetStored: 'a ReplicaSet is made for it',
  replicaSetDeleted: 'the ReplicaSet is collected',
  podStored: 'the first Pod is stored',
  podPopped: 'the scheduler takes a Pod',
  podBound: 'the first Pod gets a node',
  podUnschedulable: 'no node fits',
  sandbox: 'a kubelet makes a sandbox',
  pull: 'an image is pulled',
  start: 'the first container starts',
  podDying: 'a container is stopped',
  podDeleted: 'the first Pod is gone',
  objectStored: 'the object is stored',
  everyoneHears: 'everyone who watches hears of it',
  podStarts: 'a kubelet begins',
  podReady: 'the first Pod is Ready',
  programmed: 'a node’s kernel knows the Service',
  complete: 'all replicas are available',
  quiet: 'quiet again',
} as const;

export type SceneKey = keyof typeof scenes;
