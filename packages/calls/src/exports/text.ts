export {
  ambiguousNumberAmong,
  ambiguousNumberIn,
  ambiguousNumberProblem,
  endOfJsonString,
} from '../text/ambiguous-number.ts';
export { canonicalJson } from '../text/canonical-json.ts';
export { cutMiddle } from '../text/cut-middle.ts';
export { closestNames, didYouMean } from '../text/did-you-mean.ts';
export { errorText } from '../text/error-text.ts';
export { isoTime } from '../text/iso-time.ts';
export { afterSteps, everyPlace, fileName, hasParent, openedPath, pathBelow } from '../text/path.ts';
export { plural } from '../text/plural.ts';
export type { JsonChild, JsonNode } from '../text/read-jsonc.ts';
export { readJsonc } from '../text/read-jsonc.ts';
export { findTokens } from '../text/secrets/find-tokens.ts';
export { looksSecret } from '../text/secrets/looks-secret.ts';
export type { SecretSpan } from '../text/secrets/secret-span.ts';
export { mergeSpans, NO_SECRETS } from '../text/secrets/secret-span.ts';
export type { Alphabet } from '../text/secrets/token-shapes.ts';
export { ANY_HINT, tokenShapes, writtenShapes } from '../text/secrets/token-shapes.ts';
export { spelledOut, spelledPieces } from '../text/spelled-out.ts';
export { visible, visibleJson } from '../text/visible.ts';
