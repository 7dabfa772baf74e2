import { act } from 'react';

/** Types as a person would: React listens to fields through their own setter. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  const own = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  return act(async () => {
    Object.getOwnPropertyDescriptor(own.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
