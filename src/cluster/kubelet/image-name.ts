// Models pkg/kubelet/images/image_manager.go applyDefaultImageTag, distribution/reference (v1.36)

/** Why nothing can have this name. */
export function invalidName(image: string): string | undefined {
  const name = image.split('@')[0] ?? '';
  const slash = name.lastIndexOf('/');
  const colon = name.indexOf(':', slash + 1);
  const repository = colon < 0 ? name : name.slice(0, colon);
  if (repository !== '' && !/[A-Z]/.test(repository) && /^[a-z0-9][a-z0-9._:/-]*$/.test(repository)) return undefined;
  const problem = /[A-Z]/.test(repository)
    ? `invalid reference format: repository name (${slash < 0 ? `library/${repository}` : repository}) must be lowercase`
    : 'invalid reference format';
  return `Failed to apply default image tag "${image}": couldn't parse image name "${image}": ${problem}`;
}
