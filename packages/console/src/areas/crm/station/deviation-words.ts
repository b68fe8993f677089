/** Deviations that have a text; the server counts them as `action kind place`. */
const kinds = [
  'address',
  'answer-to-nothing',
  'binary-frame',
  'extra',
  'flood',
  'fraction',
  'member-spelling',
  'missing',
  'null',
  'short-list',
  'single-as-list',
  'time-form',
  'time-unreadable',
  'time-without-zone',
  'too-long',
  'too-many-connectors',
  'too-many-kinds',
  'unknown-message-type',
  'unknown-word',
  'unreadable',
  'unreadable-frame',
  'word-spelling',
  'wrong-type',
] as const
export type DeviationKind = (typeof kinds)[number]

/** Returns the kind of a deviation and its place: the message and the member, by their names in the standard. */
export function readDeviation(rule: string): { kind: DeviationKind | null; place: string } {
  const parts = rule.split(' ')
  const at = parts.findIndex((part) => kinds.some((kind) => kind === part))
  const kind = kinds.find((known) => known === parts[at]) ?? null
  return { kind, place: parts.filter((_, position) => position !== at).join(' ') }
}
