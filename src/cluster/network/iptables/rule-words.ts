// Models netfilter.org iptables/xshared.c do_parse (v1.36): the words of a rule, one after another

import type { Family } from '../../../base/address.ts';
import { RuleError } from './rule-values.ts';

export class RuleWords {
  /** The option that is read stands behind a `!`. */
  not = false;
  private at: number;

  constructor(
    private readonly args: readonly string[],
    from: number,
    readonly family: Family,
  ) {
    this.at = from;
  }

  /** The next option; undefined at the end. */
  option(): string | undefined {
    this.not = false;
    for (;;) {
      const word = this.args[this.at];
      this.at += 1;
      if (word !== '!') return word;
      this.not = true;
    }
  }

  /** What belongs to an option. */
  next(option: string): string {
    const value = this.args[this.at];
    if (value === undefined) throw new RuleError(`option "${option}" requires an argument`);
    this.at += 1;
    return value;
  }
}
