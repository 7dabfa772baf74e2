/** A piece of SVG. Texts that come from a cluster are written through `text`, which makes no tags of them. */
export type Svg = string;

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Places to a tenth of a pixel: nobody sees more, and every digit is in each of the poster's readers' way. */
export function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

export function path(d: string, name: string): Svg {
  return `<path d="${d}" class="${name}"/>`;
}

export function rect(
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  name: string,
  radius = 0,
): Svg {
  const { x, y, width, height } = box;
  const round = radius === 0 ? '' : ` rx="${at(radius)}"`;
  return `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}"${round} class="${name}"/>`;
}

export function circle(x: number, y: number, radius: number, name: string): Svg {
  return `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" class="${name}"/>`;
}

export function text(x: number, y: number, words: string, name: string): Svg {
  return words === '' ? '' : `<text x="${at(x)}" y="${at(y)}" class="${name}">${escaped(words)}</text>`;
}

/** A group in the colour of whose line it is. */
export function of(family: string, ...parts: readonly Svg[]): Svg {
  const inside = parts.join('');
  return inside === '' ? '' : `<g class="${family}">${inside}</g>`;
}
