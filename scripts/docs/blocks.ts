export interface Block {
  readonly language: string;
  readonly text: string;
}

/** The blocks of code in Markdown, of one language where it is named. */
export function blocksIn(markdown: string, language?: string): readonly Block[] {
  return [...markdown.matchAll(/^```(\w+)[^\n]*\n([\s\S]*?)^```$/gm)]
    .map(([, named = '', text = '']) => ({ language: named, text }))
    .filter((block) => language === undefined || block.language === language);
}
