import type { InsightTexts } from '../text.ts';
import { controllers } from './insights/controllers.ts';
import { nodes } from './insights/nodes.ts';
import { requests } from './insights/requests.ts';

type Say = string | ((args: never) => string);

/** 汉字与西文、数字之间空一格，不论中间有没有加粗的记号。 */
function spaced(text: string): string {
  return text
    .replace(/([\w}%])(\*\*)?([\u4e00-\u9fff])/g, (_, left, bold = '', right) => `${left}${bold} ${right}`)
    .replace(/([\u4e00-\u9fff])(\*\*)?([\w{])/g, (_, left, bold = '', right) => `${left} ${bold}${right}`);
}

function allSpaced<T extends { readonly [key: string]: { readonly say: Say } }>(texts: T): T {
  const said = Object.entries(texts).map(([key, { say }]) => [
    key,
    { say: typeof say === 'string' ? spaced(say) : (args: never) => spaced(say(args)) },
  ]);
  return Object.fromEntries(said) as T;
}

/** 每一拍的句子：它让读者新知道了什么。 */
export const insight: InsightTexts = allSpaced({ ...requests, ...controllers, ...nodes });
