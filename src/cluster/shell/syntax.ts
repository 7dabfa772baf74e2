// Models the tree that shell/ash.c of busybox makes of a script (v1.36)

/** What stands for a value: `$NAME`, `${NAME:-WORD}`, `${#NAME}`, `${NAME[INDEX]}`. */
export interface Value {
  readonly kind: 'value';
  readonly name: string;
  readonly isCount: boolean;
  readonly index?: Word;
  /** `:-`, `%%`, `/` and the like; empty: the value as it is. */
  readonly operator: string;
  readonly word: Word;
  /** Behind the second slash of `${NAME/PATTERN/TEXT}`. */
  readonly replacement?: Word;
  readonly isQuoted: boolean;
}

/** A part of a word. What is quoted is neither split nor a pattern. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string; readonly isQuoted: boolean }
  | { readonly kind: 'command'; readonly body: Commands; readonly isQuoted: boolean }
  | { readonly kind: 'sum'; readonly text: Word; readonly isQuoted: boolean }
  | Value;

export type Word = readonly Piece[];

/** Where a command reads from or writes to. */
export interface Redirect {
  /** 0, 1, 2; both of the last two: 12. */
  readonly from: number;
  readonly how: '<' | '>' | '>>' | 'text' | 'line' | 'copy';
  target: Word;
}

export interface Redirected {
  readonly redirects: readonly Redirect[];
}

export type Command = Redirected &
  (
    | { readonly kind: 'simple'; readonly words: readonly Word[]; readonly arrays?: readonly Values[] }
    | { readonly kind: 'group' | 'subshell'; readonly body: Commands }
    | {
        readonly kind: 'if';
        readonly condition: Commands;
        readonly chosen: Commands;
        readonly otherwise: Commands;
      }
    | { readonly kind: 'while' | 'until'; readonly condition: Commands; readonly body: Commands }
    | {
        readonly kind: 'for';
        readonly name: string;
        /** Undefined: the parameters. */
        readonly values: readonly Word[] | undefined;
        readonly body: Commands;
      }
    | { readonly kind: 'case'; readonly word: Word; readonly arms: readonly Arm[] }
    | { readonly kind: 'function'; readonly name: string; readonly body: Command }
    | { readonly kind: 'test'; readonly words: readonly Word[] }
    | { readonly kind: 'arithmetic'; readonly text: Word }
  );

/** `NAME=(a b c)` of bash. */
export interface Values {
  readonly name: string;
  readonly values: readonly Word[];
}

export interface Arm {
  readonly patterns: readonly Word[];
  readonly body: Commands;
}

/** `! a | b` */
export interface Pipe {
  /** What stands before it. */
  readonly after: '' | '&&' | '||';
  readonly isNegated: boolean;
  readonly parts: readonly Command[];
}

/** `a && b || c`, beside the shell when `&` follows. */
export interface Chain {
  readonly pipes: readonly Pipe[];
  readonly isBeside: boolean;
}

export type Commands = readonly Chain[];
