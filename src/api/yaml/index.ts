export { yamlDuplicates } from './duplicates';
export { type ManifestDocument, type ManifestError, type Manifests, type Position, parseManifests } from './parse';
export { printYaml } from './print';
