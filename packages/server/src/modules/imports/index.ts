// Imports: files with new objects, checked line by line and stored together or not at all. A class describes how its
// rows are checked and stored; their fields and rules are those of the endpoint that creates one object. Not here:
// exports (http/export-reply.ts).
export { type ImportClass, importHandlers } from './import.ts'
export type { ImportReference } from './references.ts'
