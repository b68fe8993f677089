/** Where a JSON text breaks, counted from 1. */
export interface JsonProblem {
  readonly line: number
  readonly column: number
}

/** Parses a text; says where it breaks where the browser tells the place, else its end. */
export function parseJson(text: string): { value: unknown; problem: JsonProblem | null } {
  try {
    return { value: JSON.parse(text), problem: null }
  } catch (failure) {
    const message = failure instanceof Error ? failure.message : ''
    const position = Number(/position (\d+)/.exec(message)?.[1] ?? text.length)
    const before = text.slice(0, position).split('\n')
    return { value: undefined, problem: { line: before.length, column: before.at(-1)!.length + 1 } }
  }
}
