export const wordsIn: (text: string) => string[];
