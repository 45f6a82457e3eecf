import { isRecord } from '@caliban/calls/types';
import { fieldOf } from '../../hosts/protocol/payload.ts';

/**
 * From revision 2026-07-28 on every request names its revision and the client's capabilities, and a server asks by answering that
 * it needs input. Before, the client declares them once in `initialize`, and servers ask by requests.
 */
export function isModern(params: unknown): boolean {
  return typeof fieldOf(metaOf(params), 'io.modelcontextprotocol/protocolVersion') === 'string';
}

/** Whether the client can show a form, according to the request. */
export function canElicit(params: unknown): boolean {
  return offersForms(fieldOf(metaOf(params), 'io.modelcontextprotocol/clientCapabilities'));
}

/** The same according to `initialize`, for the whole connection. */
export function offersForms(capabilities: unknown): boolean {
  const elicitation = fieldOf(capabilities, 'elicitation');
  if (!isRecord(elicitation)) return false;
  // If no mode is listed it means forms, as in the first revision that had them.
  return isRecord(elicitation.form) || !Object.hasOwn(elicitation, 'url');
}

function metaOf(params: unknown): unknown {
  return fieldOf(params, '_meta');
}
