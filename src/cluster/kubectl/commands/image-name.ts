// Models github.com/distribution/reference as kubectl checks images with it (v1.36)

/** A reference: registry and path in lower case, a tag, a digest. */
const IMAGE =
  /^(?:[a-zA-Z0-9.-]+(?::\d+)?\/)?[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*)*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][\w+.-]*:[0-9a-fA-F]{32,})?$/;

export const isImage = (text: string): boolean => IMAGE.test(text);

export const PULL_POLICIES: readonly string[] = ['Always', 'IfNotPresent', 'Never'];
