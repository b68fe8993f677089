import { type Refusal, refuse } from '../../shared/refusal.ts'

/**
 * Maximum number of positions of the automaton that PostgreSQL builds; each character costs time proportional
 * to it.
 */
const maxPositions = 500
const deepestGroup = 20

/**
 * Refuses a regular expression that is too expensive to match against many rows.
 * Expressions without back references are matched by an automaton, in time proportional to its size and the
 * length of the text; a counted repetition (`{2,200}`) multiplies that size, and back references need
 * exponential time. Expressions that PostgreSQL rejects may pass: its error names the syntax.
 */
export function checkExpression(expression: string, field: string): Refusal | null {
  if (/^\*\*\*|\(\?(?![:=!])|\(\?<?[=!]/.test(expression)) return refuse('list.expression_option', { field })
  if (hasBackReference(expression)) return refuse('list.expression_back_reference', { field })
  const size = sizeOf(expression)
  if (size === null) return refuse('list.expression_too_deep', { limit: deepestGroup, field })
  return size > maxPositions ? refuse('list.expression_too_large', { limit: maxPositions, field }) : null
}

/** Matches a backslash before a digit other than 0, unless the backslash itself is escaped. */
const hasBackReference = (expression: string): boolean => /\\[1-9]/.test(expression.replaceAll('\\\\', ''))

/** Returns the number of positions with every counted repetition expanded; null if groups are nested too deep. */
function sizeOf(expression: string): number | null {
  /** Sizes of the open groups; `last` is the size of the atom that a quantifier would repeat. */
  const open = [{ size: 0, last: 0 }]
  for (let at = 0; at < expression.length; ) {
    const here = open.at(-1)!
    const token = nextToken(expression, at)
    at += token.length
    if (token === '(' || token === '(?:') {
      open.push({ size: 0, last: 0 })
      if (open.length > deepestGroup + 1) return null
    } else if (token === ')' && open.length > 1) {
      const { size } = open.pop()!
      add(open.at(-1)!, size + 1)
    } else if (token.length > 1 && token.startsWith('{')) {
      const times = maxCopies(token)
      here.size += here.last * (times - 1)
      here.last *= times
    } else if (!'*+?|^$'.includes(token)) add(here, 1)
  }
  return open.reduce((sum, { size }) => sum + size, 0)
}

function add(group: { size: number; last: number }, size: number): void {
  group.size += size
  group.last = size
}

/**
 * Returns the next token: an escape, a bracket expression, a bound, the start of a group, or a single
 * character.
 */
function nextToken(expression: string, at: number): string {
  const rest = expression.slice(at)
  return /^(?:\\.|\[\^?\]?(?:\[[.:=].*?[.:=]\]|[^\]])*\]|\{\d+(?:,\d*)?\}|\(\?:|[\s\S])/.exec(rest)![0]
}

/**
 * Returns how many copies of its atom a bound needs: `{3}` three, `{2,5}` five, `{4,}` four and one that
 * repeats.
 */
function maxCopies(bound: string): number {
  const [least = '0', most] = bound.slice(1, -1).split(',')
  if (most === undefined) return Math.max(1, Number(least))
  return most === '' ? Number(least) + 1 : Math.max(1, Number(most))
}
