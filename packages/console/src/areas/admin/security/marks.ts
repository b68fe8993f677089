/** Effect of a rule on one letter: none, allowed or denied. */
export type Mark = 'none' | 'allow' | 'deny'
export type Marks<Letter extends string = string> = Readonly<Record<Letter, Mark>>

/** The group or user of a rule. */
export interface RuleSubject {
  kind: 'group' | 'user'
  id: string
  name: string
  code: string
}

/** A rule as the contract returns it, of any level. */
interface ShownRule {
  subjecttype: 'group' | 'user'
  subjectid: string
  subjectcode: string
  subjectname: string
  allow: Partial<Record<string, boolean>>
  deny: Partial<Record<string, boolean>>
}

export const subjectOf = (rule: ShownRule): RuleSubject => ({
  kind: rule.subjecttype,
  id: rule.subjectid,
  name: rule.subjectname,
  code: rule.subjectcode,
})

/** Returns the subject as a request names it. */
export const named = ({ kind, id }: RuleSubject): { group: string } | { user: string } =>
  kind === 'group' ? { group: id } : { user: id }

const following: Record<Mark, Mark> = { none: 'allow', allow: 'deny', deny: 'none' }
/** Returns the mark of a cell after one more press. */
export const nextMark = (mark: Mark): Mark => following[mark]

const marksFrom = <Letter extends string>(letters: readonly Letter[], mark: (letter: Letter) => Mark) =>
  // Built from all letters.
  Object.fromEntries(letters.map((letter) => [letter, mark(letter)])) as Marks<Letter>

/**
 * Returns the mark of each letter. A denial takes precedence, so a letter that is both allowed and denied
 * reads as denied.
 */
export const marksOf = <Letter extends string>(
  letters: readonly Letter[],
  { allow, deny }: Pick<ShownRule, 'allow' | 'deny'>,
): Marks<Letter> => marksFrom(letters, (letter) => (deny[letter] ? 'deny' : allow[letter] ? 'allow' : 'none'))

export const noMarks = <Letter extends string>(letters: readonly Letter[]): Marks<Letter> =>
  marksFrom(letters, () => 'none')

/** Returns the letters that are allowed and denied, as a request expects them. */
export function flagsOf<Letter extends string>(marks: Marks<Letter>) {
  const only = (searched: Mark) =>
    Object.fromEntries(
      Object.entries(marks).flatMap(([letter, mark]) => (mark === searched ? [[letter, true]] : [])),
    ) as Partial<Record<Letter, true>> // Letters of the marks.
  return { allow: only('allow'), deny: only('deny') }
}

export const isSame = (one: Marks, other: Marks): boolean =>
  Object.entries(one).every(([letter, mark]) => other[letter] === mark)
