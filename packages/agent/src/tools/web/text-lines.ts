/** Text built word by word: consecutive blanks become one, and between blocks there is at most one empty line. */
export class TextLines {
  readonly #lines: string[] = [];
  // Kept in pieces: looking at the end of a text that was just concatenated would copy all of it each time.
  #line: string[] = [];
  #takesBlank = false;

  /** Running text, in which a line end is a blank. */
  words(text: string): void {
    const squeezed = text.replaceAll(/\s+/g, ' ');
    this.#add(this.#takesBlank ? squeezed : squeezed.replace(/^ /, ''));
  }

  /** Unchanged, with its line ends. */
  exactly(text: string): void {
    const [first = '', ...rest] = text.split('\n');
    this.#add(first);
    for (const line of rest) {
      this.#lines.push(this.#taken());
      this.#add(line);
    }
  }

  newLine(): void {
    const line = this.#taken();
    if (line !== '') this.#lines.push(line);
  }

  emptyLine(): void {
    this.newLine();
    if (this.#lines.length > 0 && this.#lines.at(-1) !== '') this.#lines.push('');
  }

  text(): string {
    this.newLine();
    return this.#lines.join('\n').trim();
  }

  #add(piece: string): void {
    if (piece === '') return;
    this.#line.push(piece);
    this.#takesBlank = !piece.endsWith(' ');
  }

  #taken(): string {
    const line = this.#line.join('').trimEnd();
    this.#line = [];
    this.#takesBlank = false;
    return line;
  }
}
