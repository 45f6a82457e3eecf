/** What a host reads when there is no verdict. */
export function checkFailed(why: string): string {
  return `${CHECK_FAILED}: ${why}`;
}

export const CHECK_FAILED = 'caliban: the permission check failed, so the call was refused';
