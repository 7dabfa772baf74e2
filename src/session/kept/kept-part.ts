import {
  KEPT_VERSION,
  type KeptGrain,
  type KeptHead,
  type KeptPiece,
  type KeptPlace,
  type KeptPlaces,
  nameOfHead,
  nameOfPiece,
  pieceOf,
} from '../../protocol/reading/kept.ts';
import { changed } from '../../protocol/share.ts';

/** Gives a file of a record by its name; rejects where there is none. */
export type KeptFiles = (name: string) => Promise<unknown>;

/** Beforehand: what somebody is about to open, and the piece that it begins in where one knows. */
export function fetchBeforehand(
  files: KeptFiles,
  { scenario, part }: { readonly scenario: string; readonly part: number },
  grain: KeptGrain,
  number: number | undefined,
): void {
  const names = [nameOfHead(scenario, part), number === undefined ? [] : nameOfPiece(scenario, part, grain, number)];
  for (const name of names.flat()) files(name).catch(() => undefined);
}

/** A part of a scenario as it was kept: its head, and of its places those that somebody has wanted. */
export class KeptPart {
  private readonly places = new Map<string, Promise<void>>();
  private readonly told: { readonly [grain in KeptGrain]: KeptPlace[] } = { step: [], beat: [] };

  private constructor(
    private readonly files: KeptFiles,
    private readonly scenario: string,
    private readonly part: number,
    readonly head: KeptHead,
  ) {}

  static async open(files: KeptFiles, scenario: string, part: number): Promise<KeptPart> {
    const head = (await files(nameOfHead(scenario, part))) as KeptHead;
    if (head.v !== KEPT_VERSION) throw new Error('the record is of another version');
    return new KeptPart(files, scenario, part, head);
  }

  in(grain: KeptGrain): KeptPlaces {
    return this.head.grains[grain];
  }

  /** What is told at a place; it has been fetched when this is asked. */
  at(grain: KeptGrain, place: number): KeptPlace | undefined {
    return this.told[grain][place];
  }

  /** Fetches the piece in which a place lies, once. */
  async fetch(grain: KeptGrain, place: number): Promise<void> {
    const number = this.in(grain).numbers[place] ?? 0;
    const name = nameOfPiece(this.scenario, this.part, grain, number);
    const coming = this.places.get(name) ?? this.take(grain, name);
    this.places.set(name, coming);
    try {
      await coming;
    } catch (error) {
      this.places.delete(name);
      throw error;
    }
  }

  /** Beforehand: the piece that a reader comes to next, when he is near its border. */
  fetchAhead(grain: KeptGrain, place: number, near: number): void {
    const { numbers } = this.in(grain);
    for (const neighbour of [place - near, place + near]) {
      const number = numbers[neighbour];
      if (number === undefined || pieceOf(number) === pieceOf(numbers[place] ?? 0)) continue;
      this.fetch(grain, neighbour).catch(() => undefined);
    }
  }

  private async take(grain: KeptGrain, name: string): Promise<void> {
    const { from, changes } = (await this.files(name)) as KeptPiece;
    let told: unknown;
    for (const [at, change] of changes.entries()) {
      told = changed(told, change);
      this.told[grain][from + at] = told as KeptPlace;
    }
  }
}
