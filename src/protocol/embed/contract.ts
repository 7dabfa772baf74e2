/*
 * What a page and the Kubestep that it holds in a frame say to one another. This folder knows no page and no engine, needs
 * no package, and is all that the SDK of `src/embed` uses; src/embed/README.md describes the same for people.
 *
 * Promises: whoever speaks version 1 is understood by every later build; what is not a message of the contract, whatever
 * it is, changes nothing and throws nothing; every command is acknowledged once, with what came of it; the two speak over
 * a port that nobody else has once the page around has sent it.
 * Does not promise: that fields and events that come with a later version are known here; they are passed over.
 * Called by: the embedded page (`ui/embed`), which reads commands, and the SDK, which reads events.
 */

/** The version that is written here. Fields may be added to it; what changes the meaning of one is another version. */
export const CONTRACT_VERSION = 1;

/** Frame to page, over the window, as often as the frame is loaded: it listens from now on, and speaks these versions. */
export interface Here {
  readonly kubestep: 'here';
  readonly versions: readonly number[];
}

/** Page to frame, over the window, with a port: all else is said over that. */
export interface Hello {
  readonly kubestep: 'hello';
  readonly version: number;
}

/** Where the run stands, and what is told there. */
export interface Standing {
  /** The place among the steps or beats that are gone through, from 1; 0 before the first; and how many there are so far. */
  readonly step: number;
  readonly steps: number;
  /** What is told, as plain text, in the language that is shown; empty before the first step. */
  readonly sentence: string;
  /** The chapter of the story, from 1. */
  readonly scene: number | undefined;
  /** Who does it, such as `kube-apiserver` or `kubelet@node-1`, and to what, such as `pods/default/web`. */
  readonly actor: string;
  readonly object: string;
  /** Nothing is left to do, and this is the end. */
  readonly atRest: boolean;
  readonly playing: boolean;
}

export type EmbedEvent =
  | ({
      readonly type: 'ready';
      readonly version: number;
      readonly build: string;
      /** The modelled version, such as `v1.36`. */
      readonly kubernetes: string;
      readonly title: string;
    } & Standing)
  | ({ readonly type: 'step' } & Standing)
  /** `link`: what the address asks for cannot be opened; `engine`: there is none, or it has ended. */
  | { readonly type: 'error'; readonly about: 'link' | 'engine'; readonly message: string }
  /** The run has come to rest: what of its wishes is met by then, in words. */
  | { readonly type: 'check'; readonly met: boolean; readonly unmet: readonly UnmetWish[] }
  /**
   * An address of this moment in a page of its own, when the reader is about to go there; and at once, with `moved`, where the
   * story is another one than the link was made of.
   */
  | { readonly type: 'link'; readonly href: string; readonly moved?: MovedMoment }
  /** What the frame needs so that nothing in it is scrolled: it may be less than it has. */
  | { readonly type: 'height'; readonly height: number }
  | Acknowledged;

export interface UnmetWish {
  readonly object: string;
  readonly says: string;
}

export interface MovedMoment {
  readonly how: string;
  /** The sentence that the link was made at. */
  readonly made?: string;
}

/** What came of a command. */
export type Acknowledged =
  | { readonly type: 'ack'; readonly id: number; readonly ok: true; readonly value?: string }
  | { readonly type: 'ack'; readonly id: number; readonly ok: false; readonly error: string };

/** Where to: a number counted as `step` is, the first or last of them, so many of them on or back, or by chapters. */
export type GoTo = number | 'start' | 'end' | { readonly by: number } | { readonly scene: 1 | -1 };

export type Command =
  | { readonly type: 'go'; readonly to: GoTo }
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  /** Back to what the address asks for, and to where it asks for. */
  | { readonly type: 'reset' }
  /** Applies manifests, or gives a line to the shell; done when it has been answered. */
  | { readonly type: 'apply'; readonly yaml: string }
  | { readonly type: 'apply'; readonly line: string }
  | ({ readonly type: 'set' } & Settings)
  | ({ readonly type: 'look' } & Looks)
  /** The acknowledgement has it as text: an address, the run as a file that opens again, or an SVG of the map. */
  | { readonly type: 'export'; readonly as: 'link' | 'run' | 'poster' };

/** A command as it goes over the port. */
export type NumberedCommand = { readonly id: number } & Command;

export type EmbedGrain = 'scene' | 'beat' | 'step' | 'detail';

/** What is gone through, and how fast. */
export interface Settings {
  readonly grain?: EmbedGrain;
  readonly scope?: 'story' | 'everything';
  /** Only what this actor does, or what touches this object; empty: no matter who, no matter what. */
  readonly actor?: string;
  readonly object?: string;
  /** Between ⅛ and 16 times. */
  readonly speed?: number;
  readonly motion?: 'full' | 'none';
  /** Only the steps from one number to another; `null`: all of them. */
  readonly range?: readonly [from: number, to: number] | null;
}

export type EmbedTheme = 'light' | 'dark' | 'auto';
export type EmbedLanguage = 'en' | 'zh';

export interface Looks {
  readonly theme?: EmbedTheme;
  readonly lang?: EmbedLanguage;
  readonly scale?: number;
  /** The tab of the inside that is looked at; empty: the map. */
  readonly panel?: string;
}
