// Models github.com/distribution/reference/regexp.go (v0.6)

const WORD = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const REGISTRY = `(?:${LABEL}(?:\\.${LABEL})*|\\[[a-fA-F0-9:]+\\])(?::\\d+)?`;
const ALGORITHM = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*';

/** The whole name of an image: a registry, the path, a tag, a digest. Kept are the path, the digest's algorithm and its digits. */
export const IMAGE_REFERENCE = new RegExp(
  `^(?:${REGISTRY}/)?(${WORD}(?:/${WORD})*)(?::\\w[\\w.-]{0,127})?(?:@(${ALGORITHM}):([0-9a-fA-F]{32,}))?$`,
);
