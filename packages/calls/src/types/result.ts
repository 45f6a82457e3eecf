/** What can go wrong by somebody's input is a value; only a broken promise of our own is thrown. */
export type Result<Value, Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Problem };

export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function fail<Problem>(error: Problem): { readonly ok: false; readonly error: Problem } {
  return { ok: false, error };
}
