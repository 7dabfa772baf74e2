import type { Dictionary } from '../widgets/kit/words.ts';
import { en, type PanelKey } from './strings.en.ts';
import { zh } from './strings.zh.ts';

export const panelWords: Dictionary<PanelKey> = { en, zh };
