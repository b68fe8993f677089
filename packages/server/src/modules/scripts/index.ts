// Scripts: text of administrators that runs at an event of the workflow, in a JavaScript engine that is WebAssembly,
// in a thread of its own. A script looks at an object and says what it wants done; it does nothing itself. Not here:
// doing it, and who may write scripts (workflow); posts and notices are modules of their own.
export { createScripts, type Scripts } from './create-scripts.ts'
export type {
  ScriptEffect,
  ScriptError,
  ScriptLine,
  ScriptObject,
  ScriptOutcome,
  ScriptRun,
} from './script.ts'
