// @ts-check
import { scriptFile } from './guest.mjs'

const frame = new RegExp(`\\b${scriptFile.replace('.', '\\.')}:(\\d+):(\\d+)`)
/** The frame adds one line before the script. */
const linesBefore = 1

/**
 * Returns the first position of a stack in the script as the administrator wrote it. A script can forge
 * stacks; then the position is wrong but still within the script.
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
  // the engine records positions of calls and property accesses: for a bare loop it knows the one before it,
  // or none
  return line < 1 ? { line: null } : { line, column: Number(found[2]) }
}
