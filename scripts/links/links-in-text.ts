/** A link as it stands in a text. */
export interface FoundLink {
  readonly line: number;
  readonly address: string;
}

/** An address up to what ends it in Markdown, MDX, HTML and reStructuredText; it may begin with its path, or with `?` or `#`. */
const ADDRESS = /(?:https?:\/\/|[./?#])[^\s"'`<>()[\]{}|\\]*/g;
/** What makes an address one of ours. */
const OURS = /#run=|[?&](?:scenario|v)=/;
const ENTITIES: { readonly [entity: string]: string } = {
  '&amp;': '&',
  '&#38;': '&',
  '&#x26;': '&',
  '&quot;': '"',
  '&lt;': '<',
};

/** All links to moments in a page, whatever it is written in. */
export function linksIn(text: string): readonly FoundLink[] {
  return text.split('\n').flatMap((line, at) =>
    [
      ...line
        .replace(/&(?:amp|#38|#x26|quot|lt);/gi, (entity) => ENTITIES[entity.toLowerCase()] ?? entity)
        .matchAll(ADDRESS),
    ]
      .map(([address]) => address.replace(/[.,;:!]+$/, ''))
      .filter(isOurs)
      .map((address) => ({ line: at + 1, address })),
  );
}

/** `v=2` alone may stand in anybody's address: beside it there is a checksum or a run. */
function isOurs(address: string): boolean {
  return OURS.test(address) && (/scenario=|#run=/.test(address) || /[?&]sum=/.test(address));
}
