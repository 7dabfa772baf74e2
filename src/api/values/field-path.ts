/** Names of fields and places of items, from an object inwards. */
export type Path = readonly (string | number)[];

/** `spec.containers[0].image` */
export function fieldPathText(path: Path): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );
}
