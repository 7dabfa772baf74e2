import type { InsightTexts } from '../text.ts';
import { controllers } from './insights/controllers.ts';
import { nodes } from './insights/nodes.ts';
import { requests } from './insights/requests.ts';

/** The sentences of beats: what is new to the reader, by the key of the rule that tells it (inspect/beats/interest). */
export const insight: InsightTexts = { ...requests, ...controllers, ...nodes };
