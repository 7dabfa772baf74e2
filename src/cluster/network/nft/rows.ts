// Models the kernel's net/netfilter/nf_tables_api.c as its tool shows it (v1.36)

import { tableFamily } from '../../../engine/index.ts';

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

/** By name. */
export interface NftChainRow {
  readonly name: string;
  readonly base: NftBase | undefined;
  readonly rules: readonly NftRuleRow[];
}
/** One a node. */
export const NFT_CHAIN_TABLES = {
  IPv4: tableFamily<NftChainRow>('network/*/nft-chains'),
  IPv6: tableFamily<NftChainRow>('network/*/nft-chains6'),
} as const;

/** By `container/key`: an element of a set, or of a map when it has a value. */
export interface NftElementRow {
  readonly container: string;
  readonly key: string;
  readonly value: string;
  /** Virtual microseconds; of sets that forget. */
  readonly expiresAt: number | undefined;
}
/** One a node. */
export const NFT_ELEMENT_TABLES = {
  IPv4: tableFamily<NftElementRow>('network/*/nft-elements'),
  IPv6: tableFamily<NftElementRow>('network/*/nft-elements6'),
} as const;
