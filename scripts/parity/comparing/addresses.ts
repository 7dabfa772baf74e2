/**
 * Endpoints are printed in the order of their addresses, and which Pod got the lower one is chance, as is its node. Both
 * sides are put into the order of the Pods' common names.
 */
interface Printed {
  readonly text: string;
}

const PLACE = /<(?:ip:[^>]*|podIP)>(?::\d+)?/;
const LIST = new RegExp(`${PLACE.source}(?:,${PLACE.source})+`, 'g');
/** Where the entry of one Pod begins in a list of endpoints. */
const BEGINS = /^( *)- (?:addresses:|ip: <)/;
const NODE_NAME = /^( *nodeName: ).*$/;

export function inCommonOrder<T extends Printed>(lines: readonly T[]): readonly T[] {
  return blocksInOrder(lines.map((line) => ({ ...line, text: line.text.replace(LIST, sortedList) })));
}

function sortedList(list: string): string {
  return list.split(',').sort().join(',');
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}

function blocksInOrder<T extends Printed>(lines: readonly T[]): readonly T[] {
  const ordered: T[] = [];
  for (let at = 0; at < lines.length; ) {
    const begins = BEGINS.exec(lines[at]?.text ?? '');
    if (begins === null) {
      ordered.push(lines[at] as T);
      at += 1;
      continue;
    }
    const indent = begins[1]?.length ?? 0;
    const blocks: T[][] = [];
    while (at < lines.length && indentOf(lines[at]?.text ?? '') === indent && BEGINS.test(lines[at]?.text ?? '')) {
      const block = [lines[at] as T];
      at += 1;
      while (at < lines.length && indentOf(lines[at]?.text ?? '') > indent) {
        block.push(lines[at] as T);
        at += 1;
      }
      blocks.push(ofAPod([block[0] as T, ...blocksInOrder(block.slice(1))]));
    }
    // A list of addresses that every port shares holds many Pods, and stays where it is.
    ordered.push(...blocks.sort((a, b) => compare(keyOf(a), keyOf(b))).flat());
  }
  return ordered;
}

/** The node of a Pod that was placed by chance. */
function ofAPod<T extends Printed>(block: readonly T[]): T[] {
  if (block.filter(({ text }) => NODE_NAME.test(text)).length !== 1) return [...block];
  return block.map((line) => ({ ...line, text: line.text.replace(NODE_NAME, '$1<node>') }));
}

function keyOf(block: readonly Printed[]): string {
  return block.map(({ text }) => text).join('\n');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
