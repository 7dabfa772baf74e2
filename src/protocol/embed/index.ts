export { type Asked, embedAddress, readAsked } from './address.ts';
export {
  CONTRACT_VERSION,
  type Command,
  type EmbedEvent,
  type EmbedGrain,
  type EmbedLanguage,
  type EmbedTheme,
  type GoTo,
  type Hello,
  type Here,
  type Looks,
  type MovedMoment,
  type NumberedCommand,
  type Settings,
  type Standing,
  type UnmetWish,
} from './contract.ts';
export { LAST_STEP, SANDBOX } from './frame.ts';
export { isHello, isHere, readCommand, readEvent } from './read.ts';
