/** The facts that can be read from a client library's error without its types: several copies of a library may be loaded. */
export type Failure = {
  readonly kind: 'refusal' | 'connection' | 'broken-stream' | 'unreadable' | 'bad-request' | 'other';
  /** HTTP status; null for an error in the middle of a stream. */
  readonly status: number | null;
  readonly message: string;
  /** The body that the provider sent; never what was sent to it. */
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
};

export function readFailure(error: unknown): Failure {
  const fields = fieldsOf(error);
  const { statusCode, responseBody, responseHeaders } = fields;
  const kind = kindOf(error);
  const isRefusal = kind === 'refusal' && typeof statusCode === 'number' && statusCode >= 400;
  return {
    kind,
    status: isRefusal ? statusCode : null,
    message: messageOf(error),
    body: bodyOf(error, responseBody),
    headers: fieldsOf(responseHeaders),
  };
}

/** An error that came as a frame of the stream is the provider's own object. */
function bodyOf(error: unknown, responseBody: unknown): string {
  if (typeof responseBody === 'string') return responseBody;
  return error instanceof Error ? '' : jsonText(error);
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function kindOf(error: unknown): Failure['kind'] {
  const { name } = fieldsOf(error);
  const message = messageOf(error);
  switch (name) {
    case 'AI_NoOutputGeneratedError':
      return 'broken-stream';
    case 'AI_InvalidResponseDataError':
      return /without a finish reason/.test(message) ? 'broken-stream' : 'unreadable';
    case 'AI_JSONParseError':
    case 'AI_TypeValidationError':
    case 'AI_EmptyResponseBodyError':
      return 'unreadable';
    case 'AI_InvalidPromptError':
    case 'AI_MissingToolResultsError':
    case 'AI_InvalidArgumentError':
    case 'AI_UnsupportedFunctionalityError':
      return 'bad-request';
    default:
      return kindOfCall(error, message);
  }
}

/** The client for Anthropic reports an unreadable first frame as a refusal of its own. */
function kindOfCall(error: unknown, message: string): Failure['kind'] {
  const { statusCode } = fieldsOf(error);
  if (/^(JSON parsing|Type validation) failed/.test(message)) return 'unreadable';
  if (typeof statusCode === 'number' && statusCode >= 400) return 'refusal';
  if (CANNOT_CONNECT.test(String(fieldsOf(error).message))) return 'connection';
  if (causes(error).some(isSocketTrouble)) return 'broken-stream';
  if (typeof statusCode === 'number') return 'unreadable';
  return error instanceof Error ? 'other' : 'refusal';
}

const CANNOT_CONNECT = /^Cannot connect to API: ?/;

function causes(error: unknown): readonly Fields[] {
  const found: Fields[] = [];
  for (let next = fieldsOf(error); found.length < 5; next = fieldsOf(next.cause)) found.push(next);
  return found;
}

function isSocketTrouble({ message, code }: Fields): boolean {
  return message === 'terminated' || /socket|ECONNRESET|EPIPE|other side closed|premature/i.test(`${message} ${code}`);
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const { message, type, error: inner } = fieldsOf(error);
  if (typeof message !== 'string' || message === '') {
    if (inner !== undefined) return messageOf(inner);
    return typeof type === 'string' ? type : jsonText(error);
  }
  const text = message.replace(CANNOT_CONNECT, '');
  const because = causes(error)
    .slice(1)
    .map((cause) => cause.message || cause.code)
    .find((known) => known !== undefined);
  if (text === '') return String(because ?? message);
  // These two messages alone say nothing useful.
  return /^(terminated|Failed to process successful response)$/.test(text) ? String(because ?? text) : text;
}

function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'an error that cannot be shown';
  }
}
