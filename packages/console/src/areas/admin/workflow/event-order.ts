import type { ClassEvent } from './class-model.ts'

/** The events of one action, in the order in which they run. */
export interface ActionEvents {
  action: string
  events: readonly ClassEvent[]
}

export function byAction(events: readonly ClassEvent[]): ActionEvents[] {
  const actions = new Map<string, ClassEvent[]>()
  for (const event of events) actions.set(event.actioncode, [...(actions.get(event.actioncode) ?? []), event])
  return [...actions].map(([action, those]) => ({
    action,
    events: those.sort((a, b) => a.sequence - b.sequence),
  }))
}

/** Returns the list with one of its entries moved. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** Returns the changes that make the events run in this order. */
export const renumbered = (events: readonly ClassEvent[]): { event: ClassEvent; sequence: number }[] =>
  events
    .map((event, at) => ({ event, sequence: 10 * (at + 1) }))
    .filter(({ event, sequence }) => event.sequence !== sequence)
