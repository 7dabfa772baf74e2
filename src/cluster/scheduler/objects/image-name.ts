// Models pkg/scheduler/framework/plugins/imagelocality/image_locality.go normalizedImageName (v1.36)

import { pureOfText } from '../../../base/pure.ts';

/** `nginx` → `docker.io/library/nginx:latest`, the name under which nodes list it. */
export const canonicalImageName = pureOfText(4096, complete);

function complete(image: string): string {
  const slash = image.indexOf('/');
  const host = slash < 0 ? '' : image.slice(0, slash);
  const hasHost = host.includes('.') || host.includes(':') || host === 'localhost';
  const path = hasHost ? image : slash < 0 ? `docker.io/library/${image}` : `docker.io/${image}`;
  return path.includes('@') || path.indexOf(':', path.lastIndexOf('/')) > 0 ? path : `${path}:latest`;
}
