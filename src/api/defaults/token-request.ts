import type { Fields } from '../go/json.ts';
import { fill, inField } from './fill.ts';

export function defaultTokenRequest(object: Fields): Fields {
  return inField(object, 'spec', (spec) => fill(spec, { expirationSeconds: 3600 }));
}
