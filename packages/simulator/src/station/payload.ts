/** The payload of a frame: a JSON object whose members are defined by a version of the standard. */
export type Payload = Record<string, unknown>
