import { commandWords } from '@stationmaster/contract'
import { useTexts } from './texts.ts'

const words = Object.keys(commandWords) as (keyof typeof commandWords)[] // the keys of a constant object

/** Shows the server's remark about a command without a response in the user's language; other texts unchanged. */
export function ServerText({ text }: { text: string | null }) {
  const t = useTexts('ocpp')
  const known = words.find((word) => text?.startsWith(commandWords[word]))
  return known ? t(`words.${known}`) : text
}
