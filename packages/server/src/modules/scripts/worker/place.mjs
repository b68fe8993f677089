// @ts-check
import { scriptFile } from './guest.mjs'

const frame = new RegExp(`\\b${scriptFile.replace('.', '\\.')}:(\\d+):(\\d+)`)
/** Our frame puts one line before the script. */
const linesBefore = 1

/**
 * Where in the script a stack begins, as the administrator wrote it. A script may write stacks as it likes; then the
 * place is wrong, and still one of its own.
 * @param {string} source
 * @param {string} stack
 * @returns {{ line: number | null, column?: number }}
 */
export function placeIn(source, stack) {
  const found = frame.exec(stack)
  if (!found) return { line: null }
  const lines = source.split('\n').length
  const line = Number(found[1]) - linesBefore
  if (line > lines) return { line: lines }
  // the engine notes places of calls and members: of a bare loop it knows what came before it, or nothing
  return line < 1 ? { line: null } : { line, column: Number(found[2]) }
}
