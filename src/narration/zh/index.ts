import { clientgoSteps } from '../../steps/clientgo.ts';
import { merge, named } from '../merge.ts';
import { clientgo } from './clientgo.ts';

export { phrases } from './phrases.ts';
export { scenes } from './scenes.ts';

/** The words for every kind of step, by its full name. */
export const texts = merge(named(clientgoSteps, clientgo));
