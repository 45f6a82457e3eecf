/** What a project's files would allow but this user hasn't accepted. */
export type Unaccepted = {
  readonly count: number;
  /** Fingerprint of the current files. */
  readonly fingerprint: string;
  /** Earlier content of these files was accepted. */
  readonly isChanged: boolean;
};
