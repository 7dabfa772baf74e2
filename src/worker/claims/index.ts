import type { Claims } from './claim.ts';

const DECLARED = import.meta.glob<Claims>('../../scenarios/*/*.claims.ts', { eager: true, import: 'claims' });

/** What the parts of all scenarios say: one list a part. They stand beside their scenarios. */
export const CLAIMS: Claims = Object.assign({}, ...Object.values(DECLARED));
