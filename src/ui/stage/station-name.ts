/** A station's name in one row; on the map a bar parts its two rows. Chinese is written without spaces. */
export function stationName(text: string): string {
  return text.replace(/(?<=[⺀-鿿])\|/g, '').replaceAll('|', ' ');
}
