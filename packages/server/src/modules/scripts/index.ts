// Scripts: code of administrators that runs on workflow events, in a JavaScript engine compiled to
// WebAssembly, in a separate thread. A script reads an object and returns effects; it applies none of them.
// Not here: applying effects and the right to write scripts (workflow); posts and notices are separate
// modules.
import type { ModuleContext } from '../module.ts'
import { createScripts } from './create-scripts.ts'

export type { Scripts } from './create-scripts.ts'
export { scriptRefusal } from './script-refusal.ts'
export type { ScriptEffect, ScriptError, ScriptObject, ScriptRun } from './script.ts'

export function registerScripts({ log, onClose }: ModuleContext) {
  const scripts = createScripts({
    onBroken: (error) => log.error({ err: error }, 'scripts: the sandbox failed and is replaced'),
  })
  onClose(() => scripts.close())
  return { sandbox: scripts }
}
