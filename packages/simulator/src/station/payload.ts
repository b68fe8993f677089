/** The payload of a frame: a JSON object whose members a version of the standard gives a meaning. */
export type Payload = Record<string, unknown>
