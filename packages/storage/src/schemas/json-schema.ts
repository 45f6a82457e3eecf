/** A JSON Schema, draft 2020-12, limited to the keywords that our schemas use. */
export type JsonSchema = {
  readonly $schema?: string;
  readonly title?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly type?: 'string' | 'boolean' | 'integer' | 'array' | 'object';
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
};

export const DRAFT = 'https://json-schema.org/draft/2020-12/schema';

/** As text, in RFC 3339. */
export const INSTANT: JsonSchema = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}[Tt ]\\d{2}:\\d{2}' };

/** A key that must not be used. */
export const FORBIDDEN: JsonSchema = { not: {} };

/** A table with these keys; others are ignored unless `additionalProperties` says otherwise. */
export function object(
  properties: Readonly<Record<string, JsonSchema>>,
  more: Pick<JsonSchema, 'required' | 'additionalProperties' | 'description'> = {},
): JsonSchema {
  return { type: 'object', properties, ...more };
}

export function described(description: string, schema: JsonSchema): JsonSchema {
  return { description, ...schema };
}
