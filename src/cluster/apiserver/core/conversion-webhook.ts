import type { KObject } from '../../../api/types/meta.ts';

/** A service that translates objects between versions, as a webhook's author would have written it. */
export type ConversionWebhook = (object: KObject, apiVersion: string) => KObject;
