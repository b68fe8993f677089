import { useState } from 'react'
import type { RuleSubject } from './marks.ts'

/** Holds subjects that were picked and have no rule yet. */
export function useAdded(withRule: readonly string[]): [RuleSubject[], (subject: RuleSubject) => void] {
  const [added, setAdded] = useState<RuleSubject[]>([])
  const open = added.filter(({ id }) => !withRule.includes(id))
  return [open, (subject) => setAdded((before) => [...before.filter(({ id }) => id !== subject.id), subject])]
}
