// Models the kernel's net/netfilter/nf_tables_api.c as its tool shows it (v1.36)

/** What a chain at a hook says of itself. */
export interface NftBase {
  readonly type: 'filter' | 'nat';
  readonly hook: string;
  readonly priority: number;
}

export interface NftRuleRow {
  readonly id: number;
  readonly text: string;
}

/** A row of `network/<node>/nft-chains`, by name. */
export interface NftChainRow {
  readonly name: string;
  readonly base: NftBase | undefined;
  readonly rules: readonly NftRuleRow[];
}

/** A row of `network/<node>/nft-elements`, by `container/key`: an element of a set, or of a map when it has a value. */
export interface NftElementRow {
  readonly container: string;
  readonly key: string;
  readonly value: string;
  /** Virtual microseconds; of sets that forget. */
  readonly expiresAt: number | undefined;
}
