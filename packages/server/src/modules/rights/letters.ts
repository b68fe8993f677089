/** Returns the letters that are set, in the order of their list, as stored. */
export const lettersFromFlags = <Letter extends string>(
  order: readonly Letter[],
  some: Partial<Record<Letter, boolean>> | undefined,
): string => order.filter((letter) => some?.[letter]).join('')

/** Returns each letter of the list with its flag, as shown. */
export const flagsOf = <Letter extends string>(order: readonly Letter[], letters: string) =>
  // has all letters as keys
  Object.fromEntries(order.map((letter) => [letter, letters.includes(letter)])) as Record<Letter, boolean>
