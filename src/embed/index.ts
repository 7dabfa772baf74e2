// `kubestep/embed`: the custom element, and the typed way to speak to a Kubestep in any frame.
export type {
  Command,
  EmbedEvent,
  EmbedGrain,
  EmbedLanguage,
  EmbedTheme,
  GoTo,
  Looks,
  MovedMoment,
  Settings,
  Standing,
  UnmetWish,
} from '../protocol/embed/index.ts';
export { CONTRACT_VERSION, embedAddress } from '../protocol/embed/index.ts';
export { connect, type Demo, type DemoEvent, type DemoEventOf } from './connect.ts';
export { type DemoSite, defineKubestepDemo, type KubestepDemoElement } from './element.ts';
