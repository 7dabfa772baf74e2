/**
 * `kubestep/test`: for unit tests of manifests and operators, in any test runner. What is expected and is not so throws an
 * error that says what holds it up; time is virtual, so a minute of the cluster costs milliseconds.
 *
 * @module kubestep/test
 */
export type {
  Cluster,
  ClusterOptions,
  CommandResult,
  Files,
  Finding,
  KubernetesObject,
  Readiness,
} from '../contract.ts';
export { loadCluster, startCluster } from '../start.ts';
export {
  breakNode,
  type During,
  ExpectationError,
  expectApplied,
  expectGone,
  expectHealthy,
  expectObject,
  expectReady,
  expectStaysReady,
  mendNode,
  type Within,
} from './expectations.ts';
export { type ServedCluster, type ServeOptions, serveCluster } from './served.ts';
