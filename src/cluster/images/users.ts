// Models the user of an image's configuration (v1.36)

import { behaviourOf } from './catalog.ts';

const OWN_USERS: ReadonlyMap<string, string> = new Map([
  ['curlimages/curl', 'curl_user'],
  ['memcached', 'memcache'],
  ['registry.k8s.io/e2e-test-images/nonroot', '1234'],
  ['registry.k8s.io/pause', '65535'],
]);

/** Undefined: root, as most images have it. Images of this project run as a user of their own. */
export function userOf(image: string): string | undefined {
  const repository = behaviourOf(image)?.repository ?? '';
  return repository.startsWith('registry.example/') ? '1000' : OWN_USERS.get(repository);
}
