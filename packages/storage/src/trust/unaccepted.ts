/** What a project's files would allow, and this user has not accepted. */
export type Unaccepted = {
  readonly count: number;
  /** Of the files as they are now. */
  readonly fingerprint: string;
  /** An earlier content of these files was accepted. */
  readonly isChanged: boolean;
};
