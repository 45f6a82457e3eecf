import { isRecord } from '@caliban/calls/types';
import { fieldOf } from '../../hosts/protocol/payload.ts';

/**
 * From 2026-07-28 on every request says for itself which revision it speaks and what its client can do, and a server asks by
 * answering that it needs input. Before, the client says so once, in `initialize`, and is asked by requests.
 */
export function isModern(params: unknown): boolean {
  return typeof fieldOf(metaOf(params), 'io.modelcontextprotocol/protocolVersion') === 'string';
}

/** Can fill in a form, as a request says for itself. */
export function canElicit(params: unknown): boolean {
  return offersForms(fieldOf(metaOf(params), 'io.modelcontextprotocol/clientCapabilities'));
}

/** As `initialize` says for the whole connection. */
export function offersForms(capabilities: unknown): boolean {
  const elicitation = fieldOf(capabilities, 'elicitation');
  if (!isRecord(elicitation)) return false;
  // Without a word about modes it is forms, as in the first revision that had them.
  return isRecord(elicitation.form) || !Object.hasOwn(elicitation, 'url');
}

function metaOf(params: unknown): unknown {
  return fieldOf(params, '_meta');
}
