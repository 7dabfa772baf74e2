import { CORE } from './core';
import { SchemaPackage } from './language';
import { META } from './meta';

export const metaPackage: SchemaPackage = new SchemaPackage({ package: 'v1', text: META, imports: [] });

export const corePackage: SchemaPackage = new SchemaPackage({
  package: 'v1',
  text: CORE,
  aliases: new Map([['ResourceList', '{}q']]),
  imports: [metaPackage],
});
