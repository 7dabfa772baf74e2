export { repeatedKeys, yamlDuplicates } from './duplicates.ts';
export { type Edited, withFieldEdited } from './edit.ts';
export { parseFile } from './json-stream.ts';
export {
  type Lines,
  type ManifestDocument,
  type ManifestError,
  type Manifests,
  type Position,
  parseManifests,
} from './parse.ts';
export { printYaml } from './print.ts';
