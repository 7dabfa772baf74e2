/** Letters and digits of which Kubernetes makes names, and numbers that count seconds or tries: another run has others. */
const GENERATED = /-(?:[bcdf-hj-np-tv-xz2456789]{5,10}|\d{5,})(?=$|[-/.])/g;

/** A name in which what was generated reads like any other. */
export function withoutGenerated(name: string): string {
  return name.replace(GENERATED, '-*');
}
