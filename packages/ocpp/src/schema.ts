/**
 * The subset of JSON Schema that the official schemas use, with all references resolved: sufficient to render
 * a form.
 */
export interface ObjectSchema {
  type: 'object'
  properties?: Readonly<Record<string, FieldSchema>>
  required?: readonly string[]
  additionalProperties?: boolean
}
export interface ArraySchema {
  type: 'array'
  items: FieldSchema
  minItems?: number
  maxItems?: number
}
export interface StringSchema {
  type: 'string'
  maxLength?: number
  enum?: readonly string[]
  format?: 'date-time' | 'uri'
}
export interface NumberSchema {
  type: 'integer' | 'number'
  multipleOf?: number
  minimum?: number
  maximum?: number
}
export interface BooleanSchema {
  type: 'boolean'
}
export type FieldSchema = ObjectSchema | ArraySchema | StringSchema | NumberSchema | BooleanSchema

/** Payload schema of one side of a message. */
export type MessageSchema = ObjectSchema
