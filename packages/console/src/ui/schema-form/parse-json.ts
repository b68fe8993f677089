/** Position of a syntax error in a JSON text, counted from 1. */
export interface JsonProblem {
  readonly line: number
  readonly column: number
}

/** Parses a text; returns the position of the error if the browser reports it, else the end. */
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
