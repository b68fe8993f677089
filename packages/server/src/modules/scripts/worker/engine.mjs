// @ts-check
import { workerData } from 'node:worker_threads'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, newVariant } from 'quickjs-emscripten-core'

/**
 * @import { QuickJSContext, QuickJSRuntime } from 'quickjs-emscripten-core'
 * @import { ScriptLimits } from '../limits.ts'
 */

const pageBytes = 65_536
const firstBytes = 16 * 1024 * 1024
/** The limit of a runtime is far lower; this one holds even if the engine miscounts. */
const maxBytes = 64 * 1024 * 1024

/**
 * The types of the build do not include it.
 * @type {{ WebAssembly: { Memory: new (pages: { initial: number, maximum: number }) => { buffer: ArrayBuffer } } }}
 */
const { WebAssembly } = /** @type {any} */ (globalThis)
const wasmMemory = new WebAssembly.Memory({ initial: firstBytes / pageBytes, maximum: maxBytes / pageBytes })
/** Keeps the engine from writing to the output of the server. */
const quiet = /** @type {object} */ ({ print: () => {}, printErr: () => {} })
const quickjs = await newQuickJSWASMModuleFromVariant(
  newVariant(variant, { wasmMemory, emscriptenModule: quiet }),
)

let isBroken = false

/** @type {Int32Array} */
const beats = workerData.beats
/** Signals that this thread is active. */
export const beat = () => void Atomics.add(beats, 0, 1)

/**
 * Returns true if this thread should not run another script: its engine broke, or it uses more memory than it
 * needs.
 */
export const isSpent = () => isBroken || wasmMemory.buffer.byteLength > 2 * firstBytes

/**
 * Runs work in a separate runtime that is used only once. If the engine itself fails, it throws and the
 * thread is spent.
 * @template T
 * @param {ScriptLimits} limits
 * @param {(runtime: QuickJSRuntime, context: QuickJSContext) => T} work
 * @returns {T}
 */
export function inRuntime(limits, work) {
  beat()
  const runtime = quickjs.newRuntime({
    memoryLimitBytes: limits.memoryBytes,
    maxStackSizeBytes: limits.stackBytes,
  })
  try {
    const context = runtime.newContext()
    beat()
    const result = work(runtime, context)
    beat()
    dispose(context, runtime)
    return result
  } catch (error) {
    isBroken = true
    throw error
  }
}

/**
 * Frees the runtime. An error here does not affect the answer, only the next run.
 * @param {QuickJSContext} context
 * @param {QuickJSRuntime} runtime
 */
function dispose(context, runtime) {
  try {
    context.dispose()
    runtime.dispose()
  } catch {
    isBroken = true
  }
}
