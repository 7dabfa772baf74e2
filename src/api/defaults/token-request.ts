import type { Fields } from '../json.ts';
import { fill, inField } from './fill.ts';

export function defaultTokenRequest(object: Fields): Fields {
  return inField(object, 'spec', (spec) => fill(spec, { expirationSeconds: 3600 }));
}
