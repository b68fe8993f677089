import { repeatsTerm, useTermWord } from '../../lib/term-words.ts'
import css from './data.module.css'

interface TermProps {
  /** Member of the message: `reason`, `status`. */
  member: string
  value: string
}

/** A value of OCPP in words with the OCPP term next to it, for technicians. */
export function Term({ member, value }: TermProps) {
  const word = useTermWord()(member, value)
  return (
    <span className={css.term}>
      <bdi>{word}</bdi>
      <TermCode member={member} value={value} />
    </span>
  )
}

/** A value of OCPP in words; the OCPP term is in the title. */
export function BriefTerm({ member, value }: TermProps) {
  return <span title={value}>{useTermWord()(member, value)}</span>
}

/** The OCPP term, unless the word for it only repeats it. */
export function TermCode({ member, value }: TermProps) {
  const word = useTermWord()(member, value)
  if (repeatsTerm(word, value)) return null
  return (
    <>
      {' '}
      <bdi className={`mono ${css.termCode}`}>{value}</bdi>
    </>
  )
}
