import { commandWords } from '@stationmaster/contract'
import { useTexts } from './texts.ts'

const words = Object.keys(commandWords) as (keyof typeof commandWords)[] // the keys of a constant object

/** What we said of a command that the station said nothing to, in the language of the page; other words as they are. */
export function ServerText({ told }: { told: string | null }) {
  const t = useTexts('ocpp')
  const known = words.find((word) => told?.startsWith(commandWords[word]))
  return known ? t(`words.${known}`) : told
}
