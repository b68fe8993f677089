export interface StationAction {
  id: 'reset' | 'unlock'
  label: string
}

/**
 * Returns the action named by the first or last word of the text, in the language of the user or by its
 * English code, and the rest of the text; null if there is none.
 */
export function actionIn(
  text: string,
  actions: readonly StationAction[],
): { action: StationAction; rest: string } | null {
  const words = text.trim().split(/\s+/)
  if (words.length < 2) return null
  const places = [
    { word: words.at(-1)!, rest: words.slice(0, -1) },
    { word: words[0]!, rest: words.slice(1) },
  ]
  for (const { word, rest } of places) {
    const action = word.length >= minLength && actions.find((each) => isNamed(each, word.toLowerCase()))
    if (action) return { action, rest: rest.join(' ') }
  }
  return null
}

const minLength = 3
const isNamed = ({ id, label }: StationAction, word: string): boolean =>
  id.startsWith(word) || label.toLowerCase().startsWith(word)
