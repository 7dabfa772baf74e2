// Models pkg/kubelet/images/image_manager.go applyDefaultImageTag, github.com/distribution/reference (v1.36)

import { quote } from '../../../api/go/quote.ts';
import { IMAGE_REFERENCE } from '../../../api/values/image-reference.ts';

/** Why nothing can have this name. */
export function invalidName(image: string): string | undefined {
  const problem = problemOf(image);
  if (problem === undefined) return undefined;
  return `Failed to apply default image tag ${quote(image)}: couldn't parse image name ${quote(image)}: ${problem}`;
}

const IDENTIFIER = /^[a-f0-9]{64}$/;
const LONGEST_PATH = 255;

function problemOf(image: string): string | undefined {
  if (IDENTIFIER.test(image)) return `invalid repository name (${image}), cannot specify 64-byte hexadecimal strings`;
  const [registry, rest] = splitRegistry(image);
  const [repository = ''] = rest.split(':');
  if (repository.toLowerCase() !== repository) {
    return `invalid reference format: repository name (${repository}) must be lowercase`;
  }
  const reference = `${registry}/${rest}`;
  const [, path = '', algorithm, digits = ''] = IMAGE_REFERENCE.exec(reference) ?? [];
  if (path === '') {
    return IMAGE_REFERENCE.test(reference.toLowerCase())
      ? 'repository name must be lowercase'
      : 'invalid reference format';
  }
  if (path.length > LONGEST_PATH) return `repository name must not be more than ${LONGEST_PATH} characters`;
  return algorithm === undefined ? undefined : problemOfDigest(algorithm, digits);
}

/** The first part is a registry if it looks like a host: images of the usual one are named without it. */
function splitRegistry(image: string): readonly [string, string] {
  const slash = image.indexOf('/');
  const first = image.slice(0, Math.max(0, slash));
  const isHost = /[.:]/.test(first) || first === 'localhost' || first.toLowerCase() !== first;
  const registry = !isHost || first === 'index.docker.io' ? 'docker.io' : first;
  const rest = isHost ? image.slice(slash + 1) : image;
  return [registry, registry === 'docker.io' && !rest.includes('/') ? `library/${rest}` : rest];
}

const DIGEST_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);

function problemOfDigest(algorithm: string, digits: string): string | undefined {
  const length = DIGEST_LENGTHS.get(algorithm);
  if (length === undefined) return 'unsupported digest algorithm';
  if (digits.length !== length) return 'invalid checksum digest length';
  return digits.toLowerCase() === digits ? undefined : 'invalid checksum digest format';
}
