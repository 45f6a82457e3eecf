/** Cuts a long text in its middle, with a notice. */
export function cutOutput(text: string, mostChars: number): string {
  const output = new CutOutput(mostChars);
  output.push(text);
  return output.text();
}

/** Accepts output of any length and keeps both ends: never much more than twice `mostChars` in memory. */
export class CutOutput {
  readonly #room: number;
  #head = '';
  #tail: string[] = [];
  #tailLength = 0;
  #total = 0;

  constructor(mostChars: number) {
    this.#room = Math.max(1, Math.floor(mostChars / 2));
  }

  /** How much was received so far. */
  get total(): number {
    return this.#total;
  }

  push(text: string): void {
    this.#total += text.length;
    const free = this.#room - this.#head.length;
    this.#head += text.slice(0, free);
    if (text.length <= free) return;
    this.#tail.push(text.slice(Math.max(free, text.length - this.#room)));
    this.#tailLength += this.#tail.at(-1)?.length ?? 0;
    // Joined only now and then: many small pieces must not each cost a copy of the tail.
    if (this.#tailLength > 2 * this.#room || this.#tail.length > 1000) this.#shorten();
  }

  text(): string {
    this.#shorten();
    const tail = this.#tail[0] ?? '';
    const cut = this.#total - this.#head.length - tail.length;
    if (cut === 0) return this.#head + tail;
    // The cut may leave half of a surrogate pair.
    const head = this.#head.replace(/[\ud800-\udbff]$/, '');
    return `${head}\n\n[… ${cut} characters cut here …]\n\n${tail.replace(/^[\udc00-\udfff]/, '')}`;
  }

  #shorten(): void {
    const joined = this.#tail.join('').slice(-this.#room);
    this.#tail = [joined];
    this.#tailLength = joined.length;
  }
}
